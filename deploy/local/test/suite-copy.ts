import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
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
import { basename, dirname, join, resolve } from 'node:path'
import { temporaryFolder } from './support.ts'

const root = resolve(import.meta.dirname, '../../..')
const fixture = join(import.meta.dirname, 'suppliers')
/** Made by an install, a build or a run. */
const MADE = new Set(['node_modules', '.git', 'dist', '.cache', '.data', 'test-results', 'playwright-report'])

const read = (file: string) => readFileSync(file, 'utf8')

/** What this repository has installed, and in the place of its own packages those of the copy. */
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

/** The sources of this repository in a folder of their own, ready to build and to run. */
export function copySuite(): string {
  const copy = temporaryFolder()
  cpSync(root, copy, { recursive: true, filter: (path) => !MADE.has(basename(path)) })
  linkPackages(copy)
  return copy
}

/** Every file of `folder` that fits one of the patterns, with what it holds; nothing installed or cached. */
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

/** Runs a program of the copy; throws what it wrote when it fails. */
export function runIn(copy: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')}:\n${stdout}${stderr}`)
}

const filesBelow = (folder: string) =>
  globSync('**/*.txt', { cwd: folder }).map((file) => ({
    from: join(folder, file),
    to: file.replace(/\.txt$/, ''),
  }))

const linesOf = (text: string) => text.trimEnd().split('\n').length

/** What a new domain enters in files that are not its own: one line in the list, its owner, its contract. */
const entries: Record<string, (file: string) => string> = {
  'deploy/services.json': (file) => {
    const line = '  "suppliers": { "prefixes": ["/api/suppliers"] },\n'
    writeFileSync(file, read(file).replace('{\n', `{\n${line}`))
    return line
  },
  'packages/contracts/src/index.ts': (file) => append(file, "export * from './suppliers.ts'\n"),
  CODEOWNERS: (file) =>
    append(
      file,
      ['/services/suppliers/', '/mf-suppliers/', '/packages/contracts/src/suppliers*']
        .map((path) => `${path} @medicine-management/team-suppliers\n`)
        .join(''),
    ),
}

function append(file: string, lines: string): string {
  appendFileSync(file, lines)
  return lines
}

/** Adds the domain `suppliers` and returns how many lines it took before the first rule of its own. */
export function addSuppliers(copy: string): number {
  const scaffold = filesBelow(join(fixture, 'scaffold'))
  for (const { from, to } of [...scaffold, ...filesBelow(join(fixture, 'rules'))]) {
    mkdirSync(dirname(join(copy, to)), { recursive: true })
    writeFileSync(join(copy, to), read(from))
  }
  const entered = Object.entries(entries).map(([file, enter]) => enter(join(copy, file)))
  return [...scaffold.map(({ from }) => read(from)), ...entered].reduce((sum, text) => sum + linesOf(text), 0)
}

/** What `npm install` writes for it, and a package that only it uses. */
export function enterInLock(copy: string): void {
  const file = join(copy, 'package-lock.json')
  const lock = JSON.parse(read(file)) as { packages: Record<string, object> }
  lock.packages['node_modules/left-pad'] = { version: '1.3.0', license: 'WTFPL' }
  lock.packages['services/suppliers'] = { name: '@mms/suppliers-service', version: '0.2.0' }
  lock.packages['mf-suppliers'] = { name: '@mms/mf-suppliers', version: '0.2.0' }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
