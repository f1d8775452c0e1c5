import type { Bug } from './bugs/bug.ts'
import { bugs } from './bugs/bugs.ts'
import type { FaultKind } from './faults/faults.ts'
import { run } from './run.ts'
import { type DatabaseServer, openDatabaseServer } from './stage/database-server.ts'

const SEED = 3
/** Long enough that no bug hides by luck: in three seconds two of them got by in three runs of four. */
const SECONDS = 10
const TRANSACTIONS = 400
/** As often as in the run of two releases that has to be well. */
const SWAPS = 3
/** What never comes is waited for in vain, and that is what is looked for. */
const PATIENCE_MS = 15_000
const NETWORK: FaultKind[] = ['cut-connections', 'delay-connections']

/** Whether the checker catches a planted bug as what it is. */
async function isCaught(bug: Bug, server: DatabaseServer): Promise<boolean> {
  const { name, mixed = false, faults = NETWORK, workers = 16, editors = 1 } = bug
  const { found } = await run({
    ...{ server, bug: name, mixed, workers, editors },
    ...(mixed ? {} : { faults }),
    rounds: bug.rounds ?? (mixed ? SWAPS : 1),
    seconds: SECONDS,
    transactions: workers === 1 ? 0 : TRANSACTIONS,
    seed: SEED,
    quiet: 250,
    patienceMs: PATIENCE_MS,
  })
  const kinds = Map.groupBy(found, ({ kind }) => kind)
  const told = [...kinds].map(([kind, { length }]) => `${kind} ${length}`).join(', ')
  const caught = bug.caughtAs.some((kind) => kinds.has(kind))
  console.log(`${caught ? 'caught' : 'MISSED'} ${name}: ${bug.what}`)
  console.log(`  ${told || 'no violation'}`)
  return caught
}

/** Plants each bug in turn; all, or those named on the command line. */
const wanted = process.argv.slice(2)
const results: boolean[] = []
for (const kind of ['mariadb', 'cluster'] as const) {
  const planted = bugs.filter(({ name, cluster = false }) => {
    return cluster === (kind === 'cluster') && (wanted.length === 0 || wanted.includes(name))
  })
  if (planted.length === 0) continue
  const server = await openDatabaseServer(kind)
  try {
    for (const bug of planted) results.push(await isCaught(bug, server))
  } finally {
    await server.close()
  }
}
const caught = results.filter(Boolean).length
console.log(`${caught} of ${results.length} planted bugs caught`)
// A fault that never ended would keep this process.
process.exit(results.length > 0 && caught === results.length ? 0 : 1)
