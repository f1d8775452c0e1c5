import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../run/command.ts'
import { root } from '../workspaces.ts'
import { contractFile, readText, versionOf } from './contract.ts'
import { readContracts } from './read-contracts.ts'

async function run(command: string, ...args: string[]): Promise<string> {
  const { code, output } = await runCommand(command, args)
  if (code === 0) return output.trim()
  console.error(output)
  process.exit(1)
}

async function commit(subject: string): Promise<void> {
  await run('git', 'add', '--all')
  await run('git', 'commit', '--quiet', '--message', subject)
  console.log(subject)
}

function change(file: string, from: string | RegExp, to: string): void {
  const text = readText(root, file)
  if (text.search(from) < 0) throw new Error(`${file} has no ${from}`)
  writeFileSync(join(root, file), text.replace(from, to))
}

const NOT_OUT = 'Not released yet.'

/** Dates the change log's entry and tags the commit. */
async function close(version: string): Promise<void> {
  if ((await run('git', 'status', '--porcelain')) !== '') throw new Error('Commit your changes first.')
  change(
    'CHANGELOG.md',
    `## ${version}\n\n${NOT_OUT}`,
    `## ${version}\n\nReleased ${new Date().toISOString().slice(0, 10)}.`,
  )
  await commit(`build: release ${version}`)
  await run('git', 'tag', '--annotate', '--message', `Release ${version}`, `v${version}`)
}

/** Raises packages at the suite's version. `sdk`, `ui` and a few more have their own. */
async function begin(next: string, version: string): Promise<void> {
  const line = new RegExp(`("version": |newTag: )("?)${version.replaceAll('.', '\\.')}\\b`)
  const files = globSync(
    ['package.json', '{*,*/*}/package.json', 'deploy/kubernetes/overlays/*/*/kustomization.yaml'],
    {
      cwd: root,
      exclude: ['node_modules'],
    },
  )
  for (const file of files)
    if (line.test(readText(root, file))) change(file, new RegExp(line, 'g'), `$1$2${next}`)
  const lock = JSON.parse(readText(root, 'package-lock.json'))
  lock.version = next
  for (const [folder, entry] of Object.entries<{ version: string }>(lock.packages))
    if (!folder.includes('node_modules') && entry.version === version) entry.version = next
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
  change(
    'CHANGELOG.md',
    `## ${version}`,
    `## ${next}\n\n${NOT_OUT} Runs beside ${version} and reads its data.\n\n## ${version}`,
  )
  const released = await run('git', 'rev-parse', `v${version}^{commit}`)
  change('e2e/chaos/yesterday/commit', /This one: .*\n\w+/, `This one: ${version}.\n${released}`)
  await commit(`build: begin ${next} beside ${version}`)
}

async function writeContracts(from: string): Promise<void> {
  const contracts = Object.entries(await readContracts(from))
  const files = contracts.map(([folder]) => contractFile(folder))
  for (const [folder, contract] of contracts)
    writeFileSync(join(root, contractFile(folder)), JSON.stringify(contract))
  await run('biome', 'format', '--write', ...files)
  console.log(`Wrote contract.json of ${contracts.map(([folder]) => folder).join(', ')}`)
}

/**
 * `release 0.5.0` closes and tags the present version, then begins 0.5.0 with its contracts as the promises to keep.
 * `release FOLDER` writes the contracts of a checkout of another release.
 */
const [, , asked = root] = process.argv
const version = versionOf(root, '.')
if (/^\d+\.\d+\.\d+$/.test(asked)) {
  await close(version)
  await writeContracts(root)
  await begin(asked, version)
} else {
  await writeContracts(asked)
}
