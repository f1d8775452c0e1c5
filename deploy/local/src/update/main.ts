import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { main, StartupError } from '@mms/service-kit'
import { z } from 'zod'
import { assertOptionsReceived, readConfig, root } from '../config.ts'
import { followCommand } from '../control/ask.ts'
import { areaFolders, areaOf, describePublishedAreas } from '../setup/front-ends.ts'

const USAGE = 'npm run update -- FOLDER [--without-backup]'
const SUITE = 'medicine-management-suite'

function readArguments(): { folder: string; withBackup: boolean } {
  try {
    const options = { 'without-backup': { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [folder, ...others] = positionals
    if (folder === undefined || others.length > 0) throw new Error('One folder')
    return { folder: resolve(folder), withBackup: !values['without-backup'] }
  } catch (cause) {
    throw new StartupError(`Usage: ${USAGE}.`, { cause })
  }
}

function checkRelease(folder: string): string {
  const packageFile = z.object({ name: z.literal(SUITE), version: z.string() })
  try {
    const { version } = packageFile.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    if (existsSync(join(folder, 'node_modules'))) return version
  } catch (cause) {
    throw new StartupError(`${folder} does not contain a release of the suite.`, { cause })
  }
  throw new StartupError(`The release in ${folder} is not installed: run npm ci there.`)
}

/** File mode mask. Builds use the caller's mask, because another user may run the suite; `main` makes files private. */
const PRIVATE = 0o077
const usual = process.umask(PRIVATE)

/** Runs npm scripts, because paths of programs may differ between releases. */
function run(folder: string, script: string, words: string): void {
  const { status } = spawnSync('npm', ['run', '--silent', script], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new StartupError(words)
}

/** Backs up, then switches to a release, which migrates when it starts. On failure exits with 1; the old one runs on. */
await main(async () => {
  assertOptionsReceived(['without-backup'])
  const { folder, withBackup } = readArguments()
  const { DATA_DIR, AREAS_FILE = join(DATA_DIR, 'areas.json') } = readConfig()
  const version = checkRelease(folder)
  if (folder === root)
    throw new StartupError(`${folder} is the release that runs this command: name another folder.`)
  process.umask(usual)
  run(folder, 'build', `Release ${version} was not started: it cannot be built.`)
  process.umask(PRIVATE)
  if (withBackup) {
    const words = `Release ${version} was not started: there is no backup. npm run update -- FOLDER --without-backup makes none.`
    run(root, 'backup', words)
  }
  await followCommand(DATA_DIR, `/update/${encodeURIComponent(folder)}`)
  if (process.exitCode) return
  const built = areaFolders(folder).map((name) => [areaOf(name), join(folder, name, 'dist')])
  for (const line of describePublishedAreas(AREAS_FILE, Object.fromEntries(built))) console.log(line)
})
