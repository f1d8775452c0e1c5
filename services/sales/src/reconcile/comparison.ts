import { type Inventory, type LedgerLine, OutcomeUnknownError } from '../inventory/client.ts'
import type { SalesOptions } from '../options.ts'
import { createUnfinishedStore } from '../outcomes/pending-store.ts'
import { storedCommandOf } from '../outcomes/rules.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { checkLedgerChain, checkUnbooked, compareBooked, type Finding, type MedicineStock } from './rules.ts'
import {
  createFindingStore,
  createReconciliationStore,
  type ReconciliationStore,
  VERSIONS_PER_READ,
} from './store.ts'

interface LedgerSources {
  store: ReconciliationStore
  inventory: Pick<Inventory, 'movements'>
  report: (findings: Finding[]) => Promise<void>
  signal: AbortSignal
}

type ResendOptions = LedgerSources & Pick<ComparisonOptions, 'inventory' | 'log'>

/** Resends a command. Reports it if its version or balance changed, because only a person can correct that. */
async function sendAgain(options: ResendOptions, record: TransactionRecord): Promise<void> {
  const { store, inventory, report, log } = options
  const { id, medicineId, movementVersion, balanceAfter } = record
  const outcome = await inventory.apply(record, storedCommandOf(record)).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknownError)) throw error
    return { outcome: 'unknown' as const, message: error.message }
  })
  log.warn({ transactionId: id, outcome }, 'sent again, because the ledger lacked it')
  if (outcome.outcome !== 'applied') return
  const { version, balanceAfter: balance } = outcome
  if (version === movementVersion && balance === balanceAfter) return
  await store.move(record, version, balance)
  const detail = `now version ${version}, balance ${balance}; was version ${movementVersion}, balance ${balanceAfter}`
  await report([{ kind: 'movement_moved', medicineId, id, detail }])
}

/** Resends missing commands oldest first, so that each gets its old version. Returns how many. */
async function resendMissing(options: ResendOptions, medicineId: string, highest: number) {
  const { store, inventory, signal } = options
  let sent = 0
  for (let low = 1; low <= highest; low += VERSIONS_PER_READ) {
    const high = low + VERSIONS_PER_READ - 1
    const lines = await inventory.movements(medicineId, high + 1, signal)
    const inLedger = new Set(lines.map(({ _id }) => _id))
    const records = await store.records(medicineId, low, high)
    for (const record of records.filter(({ id }) => !inLedger.has(id))) {
      signal.throwIfAborted()
      await sendAgain(options, record)
      sent += 1
    }
  }
  return sent
}

type InventoryPage = Awaited<ReturnType<Inventory['snapshot']>>

async function* unknownMedicines(store: ReconciliationStore, page: InventoryPage, from: string) {
  const onPage = new Set(page.rows.map(({ _id }) => _id))
  const lastOfPage = page.next === null ? undefined : page.rows.at(-1)?._id
  for (let id = await store.nextMedicine(from); id; id = await store.nextMedicine(id)) {
    if (lastOfPage !== undefined && id > lastOfPage) return
    // Sample history has no movements, so its medicines are no finding.
    if (!onPage.has(id) && (await store.highestVersion(id)) > 0) yield id
  }
}

export interface ComparisonOptions extends Pick<SalesOptions, 'db' | 'log'> {
  inventory: Pick<Inventory, 'snapshot' | 'movements' | 'apply'>
  replayPending: () => Promise<number>
}

const SHOWN_FINDINGS = 100

/**
 * Compares all completed transactions and stocks with inventory's ledger, page by page, while both services run.
 * Resends pending and missing commands; reports everything else.
 */
export async function compareLedgers(options: ComparisonOptions, run: string, signal: AbortSignal) {
  const { db, inventory, log } = options
  const store = createReconciliationStore(db)
  const findings = createFindingStore(db, run)
  const startedAt = new Date().toISOString()
  const counts = { medicines: 0, movements: 0, transactions: 0, resent: 0 }
  const tools = { store, inventory, report: findings.add, log, signal }

  /** True if the ledger lacks transactions that can be resent. */
  async function lacksLines(stock: MedicineStock, isFirstLook: boolean): Promise<boolean> {
    signal.throwIfAborted()
    const highest = await store.highestVersion(stock._id)
    const { movements, transactions, missing } = await checkMedicine(tools, stock, highest)
    if (missing > 0 && isFirstLook) return true
    counts.medicines += 1
    counts.movements += movements
    counts.transactions += transactions
    return false
  }

  /** Compares again what was resent, with stocks read anew. */
  async function comparePage(stocks: MedicineStock[], cursor: string | null): Promise<void> {
    const lacking = new Set<string>()
    for (const stock of stocks) if (await lacksLines(stock, true)) lacking.add(stock._id)
    for (const id of lacking) {
      await findings.remove(id)
      counts.resent += await resendMissing(tools, id, await store.highestVersion(id))
    }
    if (lacking.size === 0) return
    const { rows } = await inventory.snapshot(cursor, signal)
    for (const stock of rows) if (lacking.has(stock._id)) await lacksLines(stock, false)
  }

  const replayed = await options.replayPending()
  for (let from = '', cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page = await inventory.snapshot(cursor, signal)
    await comparePage(page.rows, cursor)
    for await (const _id of unknownMedicines(store, page, from))
      await lacksLines({ _id, stockVersion: 0, currentStock: 0 }, false)
    from = page.rows.at(-1)?._id ?? from
    cursor = page.next ?? undefined
  }
  const open = await createUnfinishedStore(db).stats()
  return {
    startedAt,
    finishedAt: new Date().toISOString(),
    ...counts,
    replayed,
    pending: open.count + open.stuck,
    mismatches: findings.count(),
    findings: await findings.first(SHOWN_FINDINGS),
  }
}

export type ReconciliationReport = Awaited<ReturnType<typeof compareLedgers>>

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

/** Walks both ledgers, newest first. Both may grow meanwhile, but versions up to the highest seen no longer change. */
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
    await report(checkLedgerChain(stock._id, page, high, above))
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
