import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { runCommand } from '../run/command.ts'
import { contractFile } from './contract.ts'
import { readContracts } from './read-contracts.ts'

// The argument is a checkout of an earlier release.
const [, , from = root] = process.argv
const contracts = Object.entries(await readContracts(from))
for (const [folder, contract] of contracts) {
  writeFileSync(join(root, contractFile(folder)), JSON.stringify(contract))
}
const { code, output } = await runCommand('biome', [
  'format',
  '--write',
  ...contracts.map(([folder]) => contractFile(folder)),
])
console.log(code === 0 ? `Wrote contract.json of ${contracts.map(([folder]) => folder).join(', ')}` : output)
process.exit(code)
