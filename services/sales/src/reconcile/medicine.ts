import type { MedicineState } from '@mms/contracts'
import type { Inventory, LedgerLine } from '../inventory/client.ts'
import { checkChain, checkUnbooked, compareBooked, type Finding } from './rules.ts'
import type { ReconciliationStore } from './store.ts'

export interface MedicineCheck {
  movements: number
  transactions: number
  /** Completed transactions of which the ledger has no line. */
  missing: number
}

/** The stock that inventory tells, and the number of the last movement in it. */
export type Stock = Pick<MedicineState, '_id' | 'stockVersion' | 'currentStock'>

export interface Sources {
  store: ReconciliationStore
  inventory: Pick<Inventory, 'movements'>
  /** Takes what is found, page by page. */
  tell: (findings: Finding[]) => Promise<void>
  signal: AbortSignal
}

function checkStock({ _id, stockVersion, currentStock }: Stock, line: LedgerLine | undefined): Finding[] {
  const balance = line?.balanceAfter ?? 0
  if (balance === currentStock) return []
  const detail = `stock is ${currentStock}, the ledger says ${balance} at version ${stockVersion}`
  return [{ kind: 'stock_differs', medicineId: _id, id: null, detail }]
}

/** Both ledgers of a medicine between two movement numbers. */
async function checkRange(
  store: ReconciliationStore,
  medicineId: string,
  page: LedgerLine[],
  range: [number, number],
) {
  const booked = await store.booked(medicineId, ...range)
  const known = new Set(booked.map(({ id }) => id))
  const unbooked = page.filter(({ _id }) => !known.has(_id))
  const statuses = await store.statuses(unbooked.map(({ _id }) => _id))
  const findings = [
    ...compareBooked(medicineId, booked, page),
    ...unbooked.flatMap((movement) => checkUnbooked(movement, statuses.get(movement._id))),
  ]
  return { findings, transactions: booked.length }
}

/**
 * Walks the ledger of a medicine from its newest line down to the first, beside the transactions with the
 * same numbers. Both sides may go on growing: numbers up to the highest one seen before are settled.
 */
export async function checkMedicine(
  { store, inventory, tell, signal }: Sources,
  stock: Stock,
  highestKnown: number,
): Promise<MedicineCheck> {
  const check: MedicineCheck = { movements: 0, transactions: 0, missing: 0 }
  let line: LedgerLine | undefined
  let above: LedgerLine | undefined
  for (let high = Math.max(stock.stockVersion, highestKnown); high > 0; ) {
    signal.throwIfAborted()
    const page = await inventory.movements(stock._id, high + 1, signal)
    const low = page.at(-1)?.version ?? 1
    const { findings, transactions } = await checkRange(store, stock._id, page, [low, high])
    await tell([...checkChain(stock._id, page, high, above), ...findings])
    check.missing += findings.filter(({ kind }) => kind === 'transaction_without_movement').length
    check.transactions += transactions
    check.movements += page.length
    line ??= page.find(({ version }) => version === stock.stockVersion)
    above = page.at(-1)
    high = low - 1
  }
  await tell(checkStock(stock, line))
  return check
}
