import { bugs } from './bugs/bugs.ts'
import { readConfig } from './config.ts'
import { run } from './run.ts'
import { openDatabaseServer } from './stage/database-server.ts'

const SHOWN = 5

const config = readConfig(process.argv.slice(2))
const { seed, database, bug } = config
if (bug && !bugs.some(({ name }) => name === bug)) {
  throw new TypeError(`There is no bug ${bug}; there are ${bugs.map(({ name }) => name).join(', ')}`)
}
console.log(`chaos on ${database}, seed ${seed}${bug ? `, with the planted bug ${bug}` : ''}`)
const server = await openDatabaseServer(database)
try {
  const { found, summary, logs } = await run({
    ...config,
    server,
    onProgress: (count) => console.log(`  ${count} transactions so far`),
  })
  for (const line of summary.lines) console.log(`  ${line}`)
  for (const [kind, violations] of Map.groupBy(found, (each) => each.kind)) {
    console.log(`VIOLATION ${kind}, ${violations.length} times`)
    for (const { detail } of violations.slice(0, SHOWN)) console.log(`  ${detail}`)
  }
  console.log(found.length === 0 ? '0 violations' : `${found.length} violations, seed ${seed}`)
  if (logs) console.log(`The logs of the processes are in ${logs}`)
  process.exitCode = found.length === 0 ? 0 : 1
} finally {
  await server.close()
}
