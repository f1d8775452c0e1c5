import { setTimeout as delay } from 'node:timers/promises'
import { createRandom, type Random } from '@mms/service-kit/random'
import { checkAnswers } from './check/check-answers.ts'
import { checkBatches } from './check/check-batches.ts'
import { checkBills } from './check/check-bills.ts'
import { checkDrawers } from './check/check-drawers.ts'
import { checkFeeds, checkReadModel } from './check/check-feeds.ts'
import { checkMix, mixOf } from './check/check-mix.ts'
import { checkOthers } from './check/check-others.ts'
import { checkStock, checkTransactions } from './check/check-stock.ts'
import { deliverLateDuplicates } from './check/late-duplicates.ts'
import { createPatience, type Patience } from './check/patience.ts'
import { type Account, type Feeds, readSettled, untilNothingPending } from './check/settled.ts'
import type { Config } from './config.ts'
import { keepEvidence, keepNodeLogs } from './evidence.ts'
import type { FaultKind } from './faults/faults.ts'
import { startFaults } from './faults/schedule.ts'
import { checkMoney, setLimits } from './limits.ts'
import type { DatabaseServer } from './stage/database-server.ts'
import { openStage, type Stage } from './stage/stage.ts'
import { summaryOf } from './summary.ts'
import { createFindings, type Report } from './violations.ts'
import { splitIntoBatches } from './work/batches.ts'
import { sellAtCounters } from './work/counters.ts'
import { followFeed } from './work/feed-follower.ts'
import { holdAndRelease } from './work/holds.ts'
import { createJournal, type Journal } from './work/journal.ts'
import { addScarceMedicines, editCatalogue, watchStock } from './work/medicines.ts'
import { keepSessions } from './work/sessions.ts'
import { askOldKeysAgain, restock, type WorkOptions, work } from './work/workers.ts'

/** Transactions still pending after this time stay pending. */
const PATIENCE_MS = 60_000
const POLL_MS = 50
const WORKERS = 16
const PROGRESS_MS = 30_000
/** Without a request for this long, all users are waiting. */
const STUCK_MS = 120_000

export interface RunOptions extends Pick<Config, 'seconds' | 'transactions' | 'seed' | 'quiet'> {
  server: DatabaseServer
  bug?: string | undefined
  mixed?: boolean
  faults?: FaultKind[]
  /** Minimum occurrences of each kind of fault. */
  rounds?: number
  workers?: number
  editors?: number
  /** Maximum wait for outcomes, in ms. */
  patienceMs?: number
  onProgress?: (transactions: number) => void
}

/** Filled during the run, so that a failure finds what exists. */
interface Evidence {
  journal: Journal
  account?: Account
}

function followBoth(stage: Stage, report: Report): Feeds {
  const token = () => stage.serviceToken('analytics')
  let turn = 0
  const salesUrl = () => stage.sales[turn++ % stage.sales.length]?.url as string
  return {
    inventory: followFeed({ name: 'inventory', url: () => stage.inventory.url, token, report }),
    sales: followFeed({ name: 'sales', url: salesUrl, token, report }),
  }
}

/** Users work until `stopping`, and wait for answers until `patience`. */
async function letPeopleIn(
  client: WorkOptions,
  { editors = 1, mixed }: RunOptions,
  report: Report,
  random: Random,
) {
  const { stage, stopping } = client
  const identity = stage.others?.identity
  const [counters, holds, refreshes] = await Promise.all([
    // Release 0.3 has no bills.
    mixed ? { printed: [], known: [] } : sellAtCounters(client, random.fork()),
    holdAndRelease(client, random.fork()),
    identity ? keepSessions({ identity, report, stopping }, random.fork()) : 0,
    ...Array.from({ length: editors }, () => editCatalogue(stage, random.fork(), stopping)),
    work(client, random.fork()),
    askOldKeysAgain(client, random.fork()),
  ])
  return { ...counters, holds, refreshes }
}

/** Makes faults until there were enough faults and work. Returns counts and the time of the last one. */
async function breakThings(stage: Stage, options: RunOptions, journal: Journal, random: Random) {
  const { rounds = 1, mixed, faults: only, quiet: quietMs } = options
  const startedAt = performance.now()
  const hasBegun = (releases: string) => journal.entries.some(({ begunOn }) => begunOn === releases)
  const faults = startFaults({ stage, random, hasBegun, mixed, only, quietMs })
  const enough = () =>
    performance.now() - startedAt >= options.seconds * 1000 &&
    journal.entries.length >= options.transactions &&
    faults.fewest() >= rounds
  const telling = setInterval(() => options.onProgress?.(journal.entries.length), PROGRESS_MS)
  let last = { count: 0, at: startedAt }
  try {
    while (!enough()) {
      const [count, at] = [journal.entries.length, performance.now()]
      if (count > last.count) last = { count, at }
      if (at - last.at > STUCK_MS)
        throw new Error(`Nobody asked for anything more after ${count} transactions`)
      await Promise.race([delay(POLL_MS), faults.failed])
    }
  } finally {
    clearInterval(telling)
    await faults.stop()
  }
  if (mixed) for (const service of ['inventory', 'sales'] as const) await stage.deploy(service, 'today')
  stage.timeline('the last fault is over')
  const since = performance.now()
  return { since, ms: since - startedAt, faults: faults.counts }
}

async function patiently<T>(
  stage: Stage,
  { patienceMs = PATIENCE_MS }: RunOptions,
  wait: (patience: Patience) => Promise<T>,
): Promise<T> {
  const patience = createPatience(stage, patienceMs)
  try {
    return await wait(patience)
  } finally {
    patience.stop()
  }
}

/** Work and faults until both suffice and every user has an answer. */
async function makeHistory(stage: Stage, options: RunOptions, report: Report, journal: Journal) {
  const random = createRandom(options.seed)
  const medicineIds = await addScarceMedicines(stage)
  await setLimits(stage)
  await splitIntoBatches(stage, medicineIds)
  const [stopping, givingUp] = [new AbortController(), new AbortController()]
  const signals = { stopping: stopping.signal, patience: givingUp.signal }
  const workers = options.workers ?? WORKERS
  const client = { stage, journal, medicineIds, workers, ...signals }
  const reading = watchStock(stage, report, stopping.signal)
  const people = letPeopleIn(client, options, report, random)
  try {
    const { since, ...history } = await breakThings(stage, options, journal, random.fork())
    stopping.abort()
    const restMs = await patiently(stage, options, async (patience) => {
      patience.signal.addEventListener('abort', () => givingUp.abort())
      await people
      const tookMs = await untilNothingPending(stage, { since, patience }, report)
      await restock(client, medicineIds, random.fork())
      return tookMs
    })
    return { random, restMs, reads: await reading, ...(await people), ...history }
  } finally {
    // Also after a failure: the services are gone.
    stopping.abort()
    givingUp.abort()
  }
}

async function runOn(
  stage: Stage,
  options: RunOptions,
  report: Report,
  evidence: Evidence,
): Promise<string[]> {
  const { journal } = evidence
  const settle = () => patiently(stage, options, (patience) => readSettled(stage, feeds, report, patience))
  const feeds = followBoth(stage, report)
  try {
    const { random, ...history } = await makeHistory(stage, options, report, journal)
    const { books: rested } = await settle()
    const late = await patiently(stage, options, (patience) =>
      deliverLateDuplicates({ stage, books: rested, report, patience }, random.fork()),
    )
    evidence.account = await settle()
    const { books, told } = evidence.account
    checkStock(books, report)
    const batchSales = checkBatches(books, told, report)
    checkTransactions(books, report)
    checkAnswers(journal, books, report)
    checkMoney(books, report)
    checkBills(history.printed, books, report)
    checkDrawers(history.known, books, report)
    checkFeeds(told, books, report)
    checkReadModel(books, report)
    checkOthers(books, report)
    const mix = options.mixed ? mixOf(journal, stage.wire) : undefined
    if (mix) checkMix(mix, report)
    return summaryOf({ journal, books, told, late, mix, batchSales, ...history })
  } finally {
    await Promise.all([feeds.inventory.stop(), feeds.sales.stop()])
  }
}

/** One run: work, faults, rest, late duplicates, checks. `logs` is the evidence folder of a failure. */
export async function run(options: RunOptions) {
  const { found, report } = createFindings()
  const { server, bug, mixed, ...rest } = options
  const random: Random = createRandom(options.seed ^ 0x5eed)
  const stage = await openStage({ server, bug, mixed, random, report })
  const evidence: Evidence = { journal: createJournal() }
  let summary: string[] = []
  try {
    summary = await runOn(stage, options, report, evidence)
  } catch (error) {
    report('run-broken', (error as Error).stack ?? String(error))
  }
  const isWell = found.length === 0 || bug !== undefined
  await stage.close(!isWell)
  if (isWell) return { found, summary }
  const { kind } = server
  const parts = { violations: found, options: { ...rest, bug, mixed, database: kind }, ...evidence }
  await keepEvidence(stage.folder, { ...parts, commands: stage.wire.commands })
  if (server.galera) await keepNodeLogs(stage.folder, server.galera)
  return { found, summary, logs: stage.folder }
}
