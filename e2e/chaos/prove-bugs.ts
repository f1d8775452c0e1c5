import type { Bug } from './bugs/bug.ts'
import { bugs } from './bugs/bugs.ts'
import type { FaultKind } from './faults/faults.ts'
import { run } from './run.ts'
import { type DatabaseServer, openDatabaseServer } from './stage/database-server.ts'

const SEED = 3
/** Long enough for every bug to show; three seconds were not. */
const SECONDS = 10
const TRANSACTIONS = 400
const SWAPS = 3
/** Short: these runs wait for outcomes that never come. */
const PATIENCE_MS = 15_000
const NETWORK: FaultKind[] = ['cut-connections', 'delay-connections']

/** True if the checker reports the planted bug under its own name. */
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
// An endless fault would keep the process alive.
process.exit(results.length > 0 && caught === results.length ? 0 : 1)
