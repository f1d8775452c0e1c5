import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { sourcesId } from '@mms/build/sources-id'
import { StartupError } from '@mms/service-kit/config'
import { type Lock, tryLock } from './lock.ts'

export interface FrontEnds {
  /** Undefined if a server in front of the gateway serves the shell. */
  shell: string | undefined
  areas: Record<string, string>
}

const STAMP = '.sources-id'

const distOf = (root: string, folder: string) => join(root, folder, 'dist')

function isBuilt(dist: string, id: string): boolean {
  const stamp = join(dist, STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === id
}

async function runBuild(root: string, folder: string, signal: AbortSignal): Promise<void> {
  const child = spawn('npm', ['run', 'build', '--workspace', folder], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new StartupError(`${folder} cannot be built:\n${out}${err}`.trimEnd())
}

/** Undefined while another suite builds. Throws if another user installed this repository. */
function tryLockBuilds(root: string): Promise<Lock | undefined> {
  const folder = join(root, '.cache')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new StartupError(
      `Front ends in ${root} are not built, and this user cannot write there. Run npm run build as the user who installed the suite.`,
      { cause },
    )
  }
  return tryLock(folder, 'build')
}

/** Waits while another suite builds into the same folders. */
async function lockBuilds(root: string, signal: AbortSignal): Promise<Lock> {
  for (;;) {
    const lock = await tryLockBuilds(root)
    if (lock) return lock
    await delay(200, undefined, { signal })
  }
}

interface BuildOptions {
  print: (line: string) => void
  signal: AbortSignal
}

async function buildIfChanged(root: string, folder: string, { print, signal }: BuildOptions): Promise<void> {
  const id = sourcesId(join(root, folder))
  const dist = distOf(root, folder)
  if (isBuilt(dist, id)) return
  const lock = await lockBuilds(root, signal)
  try {
    if (isBuilt(dist, id)) return
    print(`Building ${folder} …`)
    rmSync(join(dist, STAMP), { force: true })
    await runBuild(root, folder, signal)
    writeFileSync(join(dist, STAMP), id)
  } finally {
    lock.release()
  }
}

export const areaFolders = (root: string) =>
  globSync('mf-*/rspack.config.ts', { cwd: root }).map((file) => file.split('/')[0] ?? '')

export const areaOf = (folder: string) => folder.replace('mf-', '')

/** Builds the shell and areas whose sources changed. */
export async function buildFrontEnds(root: string, options: BuildOptions): Promise<FrontEnds> {
  const areas = areaFolders(root)
  for (const folder of ['shell', ...areas]) await buildIfChanged(root, folder, options)
  return {
    shell: distOf(root, 'shell'),
    areas: Object.fromEntries(areas.map((folder) => [areaOf(folder), distOf(root, folder)])),
  }
}

function readPublished(file: string): Record<string, object> {
  try {
    const areas = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(areas).filter(
        (entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null,
      ),
    )
  } catch {
    return {}
  }
}

/** Says which areas keep a published build instead of the build in this release. */
export const describePublishedAreas = (file: string, built: Record<string, string>): string[] =>
  Object.keys(readPublished(file)).flatMap((name) => {
    if (built[name] === undefined) return []
    const command = `npm run area -- publish ${name} --from ${built[name]}`
    return `The area ${name} stays at the build that was published. For the one of this release: ${command}, then pin it.`
  })

/** Writes for the gateway where the areas are. Areas published with `npm run area` keep their entry. */
export function writeAreasFile(
  file: string,
  built: Record<string, string>,
  print: (line: string) => void,
): void {
  const published = readPublished(file)
  for (const line of describePublishedAreas(file, built)) print(line)
  writeFileSync(`${file}.new`, JSON.stringify({ ...built, ...published }))
  renameSync(`${file}.new`, file)
}
