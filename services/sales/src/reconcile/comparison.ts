import { failpoint, type Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import { failpoints } from '../failpoints.ts'
import type { Inventory } from '../inventory/client.ts'
import { createOpenStore } from '../outcomes/open-store.ts'
import { createFindingStore } from './finding-store.ts'
import { checkMedicine, type Stock } from './medicine.ts'
import { pagesOfBoth, type StockPage } from './pages.ts'
import { resendMissing } from './resend.ts'
import type { Report } from './rules.ts'
import { createReconciliationStore } from './store.ts'

export interface ComparisonOptions {
  db: Knex
  inventory: Pick<Inventory, 'snapshot' | 'movements' | 'apply'>
  replayPending: () => Promise<number>
  log: Logger
}

const SHOWN_FINDINGS = 100

/**
 * Compares every completed transaction and every stock with inventory's ledger, page by page, while both sides work. It
 * resends pending and missing commands; everything else is reported.
 */
export async function compare(options: ComparisonOptions, run: string, signal: AbortSignal): Promise<Report> {
  const { db, inventory, log } = options
  const store = createReconciliationStore(db)
  const findings = createFindingStore(db, run)
  const startedAt = new Date().toISOString()
  const counts = { medicines: 0, movements: 0, transactions: 0, resent: 0 }
  const tools = { store, inventory, report: findings.add, log, signal }

  /** True if the ledger lacks transactions that may be sent again; their findings are removed. */
  async function lacksLines(stock: Stock, isFirstLook: boolean): Promise<boolean> {
    signal.throwIfAborted()
    const highest = await store.highestVersion(stock._id)
    const { movements, transactions, missing } = await checkMedicine(tools, stock, highest)
    failpoint(failpoints.medicineReconciled)
    if (missing > 0 && isFirstLook) return true
    counts.medicines += 1
    counts.movements += movements
    counts.transactions += transactions
    return false
  }

  async function comparePage({ stocks, again }: StockPage): Promise<void> {
    const lacking = new Set<string>()
    for (const stock of stocks) if (await lacksLines(stock, again !== null)) lacking.add(stock._id)
    for (const id of lacking) {
      await findings.remove(id)
      counts.resent += await resendMissing(tools, id, await store.highestVersion(id))
    }
    if (lacking.size === 0 || again === null) return
    for (const stock of await again()) if (lacking.has(stock._id)) await lacksLines(stock, false)
  }

  const replayed = await options.replayPending()
  for await (const page of pagesOfBoth(inventory, store, signal)) await comparePage(page)
  const open = await createOpenStore(db).stats()
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
