import type { Restoration, ShownRestoration, StockOutcome } from '@mms/contracts'

type Restored = NonNullable<Restoration[keyof Restoration]>

function show<Value extends Restored>({ setBy, ...value }: Value) {
  return { ...value, ...(setBy?.name && { changedBy: setBy.name }) }
}

/** Null if the price did not change. Cost prices are restored, too, and not shown. */
export function toShownRestoration({ unitPrice }: Restoration = {}): ShownRestoration | null {
  return unitPrice ? { unitPrice: show(unitPrice) } : null
}

/** Adds the names of users whose later transactions set a value, which inventory does not know. */
export async function nameSetters(
  outcome: StockOutcome,
  findName: (transactionId: string) => Promise<string | null | undefined>,
): Promise<StockOutcome> {
  if (outcome.outcome !== 'applied' || !outcome.restoration) return outcome
  const setBy = outcome.restoration.unitPrice?.setBy
  if (setBy?.movementId && !setBy.name) setBy.name = (await findName(setBy.movementId)) ?? null
  return outcome
}
