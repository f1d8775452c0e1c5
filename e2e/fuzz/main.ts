import { readConfig } from './config.ts'
import { run } from './run.ts'

const config = readConfig(process.argv.slice(2))
console.log(`${config.requests} requests on ${config.database}, seed ${config.seed}`)
let shown = 0
const { findings, tally } = await run(config, (count) => {
  if (count - shown < 5_000) return
  shown = count
  console.log(`  ${count} so far`)
})
for (const line of tally.lines()) console.log(line)
for (const { kind, operation, input, detail, command, times } of findings) {
  console.log(`FOUND ${kind}, ${times} times, ${operation}, ${input}: ${detail}\n  ${command}`)
}
console.log(`${tally.total()} requests, seed ${config.seed}: ${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
