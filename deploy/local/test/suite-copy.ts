import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { temporaryFolder } from './support.ts'

const root = resolve(import.meta.dirname, '../../..')
/** Folders made by installs, builds and runs. */
const MADE = new Set(['node_modules', '.git', 'dist', '.cache', '.data', 'test-results', 'playwright-report'])

const read = (file: string) => readFileSync(file, 'utf8')

/** Links installed packages, and the copy's own packages. */
function linkPackages(copy: string): void {
  const own = (JSON.parse(read(join(root, 'package.json'))) as { workspaces: string[] }).workspaces
  const folders = globSync(own, { cwd: root }).filter((folder) =>
    existsSync(join(root, folder, 'package.json')),
  )
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@mms'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@mms' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const folder of folders) {
    const { name } = JSON.parse(read(join(root, folder, 'package.json'))) as { name: string }
    symlinkSync(join(copy, folder), join(modules, name))
    const inner = join(root, folder, 'node_modules')
    if (existsSync(inner)) symlinkSync(inner, join(copy, folder, 'node_modules'))
  }
}

export function copySuite(): string {
  const copy = temporaryFolder()
  cpSync(root, copy, { recursive: true, filter: (path) => !MADE.has(basename(path)) })
  linkPackages(copy)
  return copy
}

/** Reads matching files, except installed and cached ones. */
export function filesOf(folder: string, patterns: string[]): Map<string, string> {
  const files = globSync(patterns, {
    cwd: folder,
    exclude: (path) => ['node_modules', '.cache'].includes(basename(path)),
  }).filter((file) => statSync(join(folder, file)).isFile())
  const hashOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
  return new Map(files.sort().map((file) => [file, hashOf(file)]))
}

/** Runs a program in the copy. Throws its output if it fails. */
export function runIn(copy: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')}:\n${stdout}${stderr}`)
}

/** Adds a package to the lock file, as `npm install` would. */
export function enterInLock(copy: string): void {
  const file = join(copy, 'package-lock.json')
  const lock = JSON.parse(read(file)) as {
    version: string
    packages: Record<string, object>
  }
  lock.packages['node_modules/left-pad'] = { version: '1.3.0', license: 'WTFPL' }
  lock.packages['services/suppliers'] = { name: '@mms/suppliers-service', version: lock.version }
  lock.packages['mf-suppliers'] = { name: '@mms/mf-suppliers', version: lock.version }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
