import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildYesterday, checkOutYesterday, readCommit, requireCommit } from './checkout.ts'

// The first time it may install packages, on a machine that is at work.
vi.setConfig({ testTimeout: 300_000 })

const root = resolve(import.meta.dirname, '../../..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mms-yesterday-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('the commit is in the history', async () => {
  await requireCommit(root, readCommit())
})

test('a clone without the commit, or none at all, is refused with what to do', async () => {
  await expect(requireCommit(folder, readCommit())).rejects.toThrow('git fetch --unshallow')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, join(folder, 'shallow')])
  const earlier = execFileSync('git', ['-C', root, 'rev-parse', 'HEAD~1']).toString().trim()
  await expect(requireCommit(join(folder, 'shallow'), earlier)).rejects.toThrow('not in the git history')
})

test.each([
  ['', 'none'],
  ['# only a comment', 'a comment'],
  ['59680f4', 'a short one'],
  [`${'a'.repeat(40)}\n${'b'.repeat(40)}`, 'two'],
])('a file that names %j, %s, is refused', (text) => {
  expect(() => readCommit(text)).toThrow('must name one commit by its 40 hexadecimal digits')
})

test('old code finds old packages, and foreign ones', async () => {
  const release = await checkOutYesterday()
  const names = ['@mms/contracts', '@mms/service-kit', 'koa', 'undici']
  const script = `console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => import.meta.resolve(name))))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(release, 'services/sales'),
  })
  const [contracts, serviceKit] = JSON.parse(output.toString()) as string[]
  expect(contracts).toBe(`file://${release}/packages/contracts/src/index.ts`)
  expect(serviceKit).toBe(`file://${release}/packages/service-kit/src/index.ts`)
})

// Here beside other tests, so that the journeys which run them find them built.
test('the front ends are those of that release', async () => {
  const { shell, areas } = await buildYesterday()
  const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  expect(readFileSync(join(shell, 'index.html'), 'utf8')).toContain('<script')
  const { version } = readJson(join(shell, '../../package.json'))
  const versions = Object.values(areas).map((dist) => readJson(join(dist, 'area.json')).version)
  expect(versions).toEqual(Object.keys(areas).map(() => version))
})
