import type { DeliveryChanges, Restoration, ShownRestoration, StockOutcome } from '@mms/contracts'

/** What undoing a purchase comes to where inventory only says that the stock is back. Serves release 0.1. */
export function stayingValues(changes: DeliveryChanges | undefined): ShownRestoration | null {
  if (!changes) return null
  return changes.unitPrice === undefined ? {} : { unitPrice: { isRestored: false } }
}

type Restored = NonNullable<Restoration[keyof Restoration]>

function show<Value extends Restored>({ setBy, ...value }: Value) {
  return { ...value, ...(setBy?.name && { changedBy: setBy.name }) }
}

export function toShownRestoration({ unitPrice }: Restoration): ShownRestoration {
  return unitPrice ? { unitPrice: show(unitPrice) } : {}
}

/** Adds to an outcome the names of those whose transactions have set a value since, which inventory does not know. */
export async function nameSetters(
  outcome: StockOutcome,
  findName: (transactionId: string) => Promise<string | null | undefined>,
): Promise<StockOutcome> {
  if (outcome.outcome !== 'applied' || !outcome.restoration) return outcome
  const setBy = outcome.restoration.unitPrice?.setBy
  if (setBy?.movementId && !setBy.name) setBy.name = (await findName(setBy.movementId)) ?? null
  return outcome
}
