import { bugs } from './bugs/bugs.ts'
import { readConfig } from './config.ts'
import { run } from './run.ts'
import { openDatabaseServer } from './stage/database-server.ts'

const SHOWN = 5
const SWAPS = 3

const args = process.argv.slice(2)
const config = readConfig(args)
const { seed, database, mixed, bug } = config
if (bug && !bugs.some(({ name }) => name === bug)) {
  throw new TypeError(`There is no bug ${bug}; there are ${bugs.map(({ name }) => name).join(', ')}`)
}
const kind = mixed ? `chaos of two releases on ${database}` : `chaos on ${database}`
console.log(`${kind}, seed ${seed}${bug ? `, with the planted bug ${bug}` : ''}`)
const server = await openDatabaseServer(database)
try {
  const { found, summary, logs } = await run({
    ...config,
    server,
    rounds: mixed ? SWAPS : 1,
    onProgress: (count) => console.log(`  ${count} transactions so far`),
  })
  for (const line of summary) console.log(`  ${line}`)
  for (const [kind, violations] of Map.groupBy(found, (each) => each.kind)) {
    console.log(`VIOLATION ${kind}, ${violations.length} times`)
    for (const { detail } of violations.slice(0, SHOWN)) console.log(`  ${detail}`)
  }
  console.log(found.length === 0 ? '0 violations' : `${found.length} violations`)
  if (logs) {
    const again = args.includes('--seed') ? args : [...args, '--seed', String(seed)]
    console.log(`What happened, with the journal and the logs of the processes: ${logs}`)
    console.log(`The same wishes and faults once more: npm run chaos -- ${again.join(' ')}`)
  }
  process.exitCode = found.length === 0 ? 0 : 1
} finally {
  await server.close()
}
// An endless fault would keep the process alive.
process.exit()
