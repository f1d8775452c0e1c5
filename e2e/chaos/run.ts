import { setTimeout as delay } from 'node:timers/promises'
import { type Books, readBooks, readRest } from './check/books.ts'
import { checkAnswers } from './check/check-answers.ts'
import { checkFeeds, checkReadModel } from './check/check-feeds.ts'
import { checkStock, checkTransactions } from './check/check-stock.ts'
import { deliverLateDuplicates } from './check/late-duplicates.ts'
import type { Config } from './config.ts'
import type { FaultKind } from './faults/faults.ts'
import { startFaults } from './faults/schedule.ts'
import { createRandom } from './random.ts'
import type { DatabaseServer } from './stage/database-server.ts'
import { openStage, type Stage } from './stage/stage.ts'
import { summaryOf } from './summary.ts'
import { createFindings, type Report } from './violations.ts'
import { followFeed } from './work/feed-follower.ts'
import { createJournal } from './work/journal.ts'
import { addScarceMedicines, editCatalogue } from './work/medicines.ts'
import { watchStock } from './work/stock-reader.ts'
import { restock, work } from './work/workers.ts'

/** How long after the last fault a transaction may still be without an outcome. */
const REST_MS = 10_000
/** After that, users give up and the run says what is missing. */
const PATIENCE_MS = 30_000
const POLL_MS = 50
const WORKERS = 16
const PROGRESS_MS = 30_000

export interface RunOptions extends Pick<Config, 'seconds' | 'transactions' | 'seed' | 'quiet'> {
  server: DatabaseServer
  bug?: string | undefined
  /** Kinds of fault; all when left out. */
  faults?: FaultKind[]
  /** Each kind of fault happens so often at least. */
  rounds?: number
  workers?: number
  editors?: number
  /** Called now and then with how many transactions were asked for so far. */
  onProgress?: (transactions: number) => void
}

/** Waits until no transaction is pending; answers how many ms that took. */
async function untilAtRest(stage: Stage, since: number, report: Report): Promise<number> {
  for (;;) {
    const pending = await readRest(stage)
    const took = Date.now() - since
    if (pending === 0) return took
    if (took > REST_MS) {
      report('still-pending', `${pending} transactions ${took} ms after the last fault`)
      return took
    }
    await delay(POLL_MS)
  }
}

/** Reads the books once sales has heard of everything, or has had the time to. */
async function readSettledBooks(stage: Stage): Promise<Books> {
  for (const until = Date.now() + 2 * REST_MS; ; await delay(200)) {
    const books = await readBooks(stage)
    if (checkReadModel(books, () => {}) === 0 || Date.now() > until) return books
  }
}

function followBoth(stage: Stage, report: Report) {
  const token = () => stage.serviceToken('analytics')
  let turn = 0
  const salesUrl = () => stage.sales[turn++ % stage.sales.length]?.url as string
  return {
    inventory: followFeed({ name: 'inventory', url: () => stage.inventory.url, token, report }),
    sales: followFeed({ name: 'sales', url: salesUrl, token, report }),
  }
}

async function runOn(stage: Stage, options: RunOptions, report: Report) {
  const random = createRandom(options.seed)
  const medicineIds = await addScarceMedicines(stage)
  const journal = createJournal()
  const stopping = new AbortController()
  const patience = new AbortController()
  const client = { stage, journal, patience: patience.signal }
  const feeds = followBoth(stage, report)
  const reading = watchStock(stage, report, stopping.signal)
  const editing = Array.from({ length: options.editors ?? 1 }, () =>
    editCatalogue(stage, random.fork(), stopping.signal),
  )
  const workers = options.workers ?? WORKERS
  const working = work({ ...client, workers, medicineIds, stopping: stopping.signal }, random.fork())
  const startedAt = Date.now()
  const faults = startFaults({
    stage,
    random: random.fork(),
    only: options.faults,
    quietMs: options.quiet,
  })
  const enough = () =>
    Date.now() - startedAt >= options.seconds * 1000 &&
    journal.entries.length >= options.transactions &&
    faults.fewest() >= (options.rounds ?? 1)
  const telling = setInterval(() => options.onProgress?.(journal.entries.length), PROGRESS_MS)
  while (!enough()) await Promise.race([delay(POLL_MS), faults.failed])
  clearInterval(telling)
  await faults.stop()
  const lastFaultAt = Date.now()
  stopping.abort()
  const givingUp = setTimeout(() => patience.abort(), PATIENCE_MS)
  const [restMs] = await Promise.all([untilAtRest(stage, lastFaultAt, report), working, ...editing])
  await restock(client, medicineIds, random.fork())
  clearTimeout(givingUp)
  const late = await deliverLateDuplicates(stage, await readBooks(stage), report, random.fork())
  const books = await readSettledBooks(stage)
  const told = { inventory: await feeds.inventory.finish(), sales: await feeds.sales.finish() }
  checkStock(books, report)
  checkTransactions(books, report)
  checkAnswers(journal, books, report)
  checkFeeds(told, books, report)
  checkReadModel(books, report)
  const ms = lastFaultAt - startedAt
  return summaryOf({ journal, books, told, faults: faults.counts, reads: await reading, late, restMs, ms })
}

/** One run: work, faults, rest, late duplicates, checks. */
export async function run(options: RunOptions) {
  const { found, report } = createFindings()
  const random = createRandom(options.seed ^ 0x5eed)
  const stage = await openStage({ server: options.server, bug: options.bug, random, report })
  let isWell = false
  try {
    const summary = await runOn(stage, options, report)
    isWell = found.length === 0 || options.bug !== undefined
    return { found, summary, logs: isWell ? undefined : stage.folder }
  } finally {
    await stage.close(!isWell)
  }
}
