import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { compareLocks, type Lock } from './dependencies.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')
const commitFile = resolve(import.meta.dirname, 'commit')

/** A part of the release that is checked out by itself. */
interface Part {
  /** In the name of its folder. */
  name: string
  /** Workspaces, with their packages. */
  folders: string[]
  packages: string[]
  /** Packages that a configuration looks up in `node_modules` by their path. */
  lookedUp: string[]
  /** Works in the folder before anybody else sees it. */
  finish?: (folder: string) => Promise<void>
}

const services: Part = {
  name: 'services',
  folders: ['services/inventory', 'services/sales'],
  // `packages/medicine-search` joins these lists once the pinned release has it.
  packages: ['packages/contracts', 'packages/service-kit'],
  lookedUp: [],
}

const areas = ['alerts', 'analytics', 'inventory', 'sales']
const frontEnds: Part = {
  name: 'front-ends',
  folders: ['packages/build', 'shell', ...areas.map((area) => `mf-${area}`)],
  packages: ['build', 'contracts', 'sdk', 'ui'].map((name) => `packages/${name}`),
  lookedUp: ['react', 'react-dom'],
  async finish(folder) {
    const env = { ...process.env, NODE_ENV: 'production' }
    for (const path of frontEnds.folders.filter((each) => !each.startsWith('packages/')))
      await run('rspack', ['build'], { cwd: join(folder, path), env })
  },
}

/** The one line of the file that is no comment. */
function readCommit(): string {
  const lines = readFileSync(commitFile, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const [commit] = lines
  if (lines.length !== 1 || !commit || !/^[0-9a-f]{40}$/.test(commit)) {
    throw new Error(`${relative(root, commitFile)} must name one commit by its 40 hexadecimal digits`)
  }
  return commit
}

/** Throws a sentence that says what to do when the commit is not in the history. */
async function requireCommit(commit: string): Promise<void> {
  try {
    await run('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`])
  } catch (cause) {
    const sentence = `Yesterday's release ${commit} is not in the git history here, and without it nobody knows whether it works beside today's. In a shallow clone: git fetch --unshallow`
    throw new Error(sentence, { cause })
  }
}

/** In the name of the folder: what it borrows from today's `node_modules` must still be what it was. */
const digestOf = (lock: Buffer) => createHash('sha256').update(lock).digest('hex').slice(0, 8)

async function link(from: string, to: string): Promise<void> {
  await mkdir(dirname(from), { recursive: true })
  await symlink(relative(dirname(from), to), from)
}

const readLock = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock

async function provideDependencies(folder: string, { folders, packages, lookedUp }: Part): Promise<void> {
  const { missing, inside } = compareLocks(readLock(folder), readLock(root), folders)
  if (missing.length > 0) {
    console.log(`  installing what yesterday's release needs and today's has not: ${missing.join(', ')}`)
    const workspaces = folders.flatMap((path) => ['--workspace', path])
    await run('npm', ['ci', '--prefer-offline', '--omit=dev', '--ignore-scripts', ...workspaces], {
      cwd: folder,
    })
    return
  }
  // The old packages under their names, so that old code finds old code.
  for (const path of packages)
    await link(join(folder, 'node_modules/@mms', basename(path)), join(folder, path))
  const places = [...inside, ...lookedUp.map((name) => `node_modules/${name}`)]
  for (const place of places) await link(join(folder, place), join(root, place))
}

async function fill(folder: string, commit: string, part: Part): Promise<void> {
  const archive = join(folder, 'release.tar')
  const files = [
    ...part.folders,
    ...part.packages,
    '*package.json',
    'package-lock.json',
    '.npmrc',
    'tsconfig*',
  ]
  await run('git', ['-C', root, 'archive', `--output=${archive}`, commit, '--', ...files])
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  await provideDependencies(folder, part)
  await part.finish?.(folder)
}

/**
 * A part of the previous release with what it needs, taken from the history of this repository and kept in `.cache`; returns
 * its folder. It lies inside the repository, so that foreign packages are found in the `node_modules` above it; its own
 * packages are not in there, where Node would refuse TypeScript.
 */
async function checkOut(part: Part): Promise<string> {
  const commit = readCommit()
  const cache = join(root, '.cache/yesterday')
  const digest = digestOf(readFileSync(join(root, 'package-lock.json')))
  const folder = join(cache, `${part.name}-${commit}-${digest}`)
  if (existsSync(folder)) return folder
  await requireCommit(commit)
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'fresh-'))
  try {
    await fill(fresh, commit, part)
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true })
    // Another run may have been quicker; its folder is as good.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** The source of the services of the previous release that chaos runs. */
export const checkOutYesterday = () => checkOut(services)

/** The shell and the areas of the previous release as they were built: folders, those of areas by name. */
export async function buildYesterday(): Promise<{ shell: string; areas: Record<string, string> }> {
  const folder = await checkOut(frontEnds)
  const distOf = (path: string) => join(folder, path, 'dist')
  return {
    shell: distOf('shell'),
    areas: Object.fromEntries(areas.map((area) => [area, distOf(`mf-${area}`)])),
  }
}
