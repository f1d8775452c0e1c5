import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseKind } from '../chaos/stage/database-server.ts'
import { type Counts, callAs, signIn, work } from './people.ts'
import { openStage, type Stage } from './stage.ts'

const HOUR_S = 3_600
const YEAR_S = 365 * 24 * HOUR_S
/** Clock errors in seconds, tried in turn. */
const OFFSETS = { '−1 year': -YEAR_S, '−3 h': -3 * HOUR_S, '+5.5 h': 5.5 * HOUR_S, '+1 year': YEAR_S }
/** Duration of work with a wrong clock, and of a pause of inventory, which makes sales pending. */
const WORK_MS = 2_000
const STILL_MS = 3_000
const PATIENCE_MS = 60_000

interface Outcome {
  offset: string
  /** Statuses of sales with the wrong clock, and after its correction. */
  wrong: Counts
  right: Counts
  /** Valid sign-ins refused after the correction. */
  refused: number
  /** Pending sales at the correction, and seconds until all were done. */
  pending: number
  settledAfter: number
  /** Exit codes of reconcile with the wrong and the right clock. */
  reconciled: [number, number]
}

/** With a wrong clock: failed and good sign-ins, alerts and pending sales. */
async function whileWrong(stage: Stage): Promise<number> {
  const { url, owner, people } = stage
  for (const person of [owner, ...people]) {
    await signIn(url, person, 'a password that is wrong')
    await signIn(url, person)
  }
  await callAs(url, owner)('/api/alerts/generate')
  await delay(WORK_MS)
  const reconciled = await stage.reconcile()
  stage.signalInventory('SIGSTOP')
  await delay(STILL_MS)
  await stage.setClock(0)
  stage.signalInventory('SIGCONT')
  return reconciled
}

/** Seconds until all pending transactions have an outcome. */
async function settle({ pendingIds }: Stage, ids: string[]): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const left = new Set(await pendingIds())
    const seconds = Math.round((performance.now() - begun) / 100) / 10
    if (!ids.some((id) => left.has(id)) || seconds * 1_000 > PATIENCE_MS) return seconds
    await delay(200)
  }
}

/** Statuses of sales made meanwhile. */
async function besideSales<T>(stage: Stage, during: () => Promise<T>): Promise<[T, Counts]> {
  const stop = new AbortController()
  const counts: Counts = {}
  const { url, medicineId } = stage
  const tills = stage.people.map((person) => work(url, person, medicineId, stop.signal, counts))
  const result = await during()
  stop.abort()
  await Promise.all(tills)
  return [result, counts]
}

async function tryOffset(stage: Stage, offset: string, seconds: number): Promise<Outcome> {
  await stage.setClock(seconds)
  const [reconciled, wrong] = await besideSales(stage, () => whileWrong(stage))
  const ids = await stage.pendingIds()
  let refused = 0
  for (const person of [stage.owner, ...stage.people])
    if ((await signIn(stage.url, person)) !== 200) refused += 1
  const [settledAfter, right] = await besideSales(stage, () => settle(stage, ids))
  const codes: [number, number] = [reconciled, await stage.reconcile()]
  return { offset, wrong, right, refused, pending: ids.length, settledAfter, reconciled: codes }
}

/** Runs the suite with wrong and corrected clocks under sales. Returns violations. */
async function run(database: DatabaseKind): Promise<string[]> {
  const stage = await openStage(database)
  const violations: string[] = []
  try {
    for (const [offset, seconds] of Object.entries(OFFSETS)) {
      const outcome = await tryOffset(stage, offset, seconds)
      console.log(rowOf(outcome))
      violations.push(...violationsOf(outcome))
    }
  } finally {
    await stage.close()
  }
  return violations
}

/** One sentence per violated requirement. */
function violationsOf({ offset, right, refused, settledAfter, reconciled }: Outcome): string[] {
  const found: string[] = []
  if (refused > 0) found.push(`${refused} good sign-ins refused`)
  if (!right['201']) found.push('no sale after it')
  if (settledAfter * 1_000 > PATIENCE_MS) found.push('a sale is still pending after 60 s')
  if (reconciled.some((code) => code !== 0)) found.push(`reconcile ended with ${reconciled}`)
  return found.map((what) => `${offset}: ${what}`)
}

const write = (counts: Counts) =>
  Object.entries(counts)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ')

const rowOf = ({ offset, wrong, right, pending, settledAfter, refused, reconciled }: Outcome) =>
  `| ${offset} | ${write(wrong)} | ${write(right)} | ${pending}, ${settledAfter} | ${refused} | ${reconciled.join(', ')} |`

const [database = 'sqlite'] = process.argv.slice(2)
if (database !== 'sqlite' && database !== 'mariadb')
  throw new TypeError('Usage: npm run clocks -- [sqlite|mariadb]')
console.log(
  `| Clocks of all processes on ${database} | sales meanwhile | sales afterwards | pending, done after s | good sign-ins refused | reconcile |`,
)
console.log('| --- | --- | --- | --- | --- | --- |')
const violations = await run(database)
for (const violation of violations) console.log(violation)
process.exitCode = violations.length === 0 ? 0 : 1
