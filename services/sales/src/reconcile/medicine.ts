import type { Inventory, LedgerLine } from '../inventory/client.ts'
import { checkChain, checkUnbooked, compareBooked, type Finding, type MedicineStock } from './rules.ts'
import { type ReconciliationStore, VERSIONS_PER_READ } from './store.ts'

export interface LedgerSources {
  store: ReconciliationStore
  inventory: Pick<Inventory, 'movements'>
  report: (findings: Finding[]) => Promise<void>
  signal: AbortSignal
}

function checkStock(
  { _id, stockVersion, currentStock }: MedicineStock,
  line: LedgerLine | undefined,
): Finding[] {
  const balance = line?.balanceAfter ?? 0
  if (balance === currentStock) return []
  const detail = `stock is ${currentStock}, the ledger says ${balance} at version ${stockVersion}`
  return [{ kind: 'stock_differs', medicineId: _id, id: null, detail }]
}

async function checkRange(
  { store, report, signal }: LedgerSources,
  stock: MedicineStock,
  page: LedgerLine[],
  [low, high]: [number, number],
) {
  const medicineId = stock._id
  const unbooked = new Map(page.map((line) => [line._id, line]))
  const counts = { transactions: 0, missing: 0 }
  for (let top = high; top >= low; top -= VERSIONS_PER_READ) {
    signal.throwIfAborted()
    const booked = await store.booked(medicineId, Math.max(low, top - VERSIONS_PER_READ + 1), top)
    const findings = compareBooked(stock, booked, page)
    await report(findings)
    for (const { id } of booked) unbooked.delete(id)
    counts.transactions += booked.length
    counts.missing += findings.filter(({ kind }) => kind === 'transaction_without_movement').length
  }
  const statuses = await store.statuses([...unbooked.keys()])
  await report([...unbooked.values()].flatMap((line) => checkUnbooked(line, statuses.get(line._id))))
  return counts
}

/** Walks both ledgers newest first. Both may grow, but numbers up to the highest seen are final. */
export async function checkMedicine(sources: LedgerSources, stock: MedicineStock, highest: number) {
  const { inventory, report, signal } = sources
  // `missing`: completed transactions without a ledger line.
  const check = { movements: 0, transactions: 0, missing: 0 }
  let line: LedgerLine | undefined
  let above: LedgerLine | undefined
  for (let high = Math.max(stock.stockVersion, highest); high > 0; ) {
    signal.throwIfAborted()
    const page = await inventory.movements(stock._id, high + 1, signal)
    const low = page.at(-1)?.version ?? 1
    await report(checkChain(stock._id, page, high, above))
    const { transactions, missing } = await checkRange(sources, stock, page, [low, high])
    check.transactions += transactions
    check.missing += missing
    check.movements += page.length
    line ??= page.find(({ version }) => version === stock.stockVersion)
    above = page.at(-1)
    high = low - 1
  }
  await report(checkStock(stock, line))
  return check
}
