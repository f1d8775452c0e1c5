import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPENING, openStore, type Store, sellUntil, stockOf } from '../../test/counter.ts'
import { copyBuilt } from '../../test/rollout/rollout.ts'
import {
  admin,
  asAdmin,
  cleanUp,
  type RunningSuite,
  runProgram,
  settings,
  startSuite,
  temporaryFolder,
  untilReady,
} from '../../test/support.ts'
import { createKeyFile } from '../backup/archive.ts'

// All tests share a store and a next release. Each test but the last breaks the release in a different way.

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })
const root = resolve(import.meta.dirname, '../../../..')

let env: Awaited<ReturnType<typeof settings>>
let suite: RunningSuite
let next: string
let store: Store
const acknowledged = new Set<string>()

const update = (...args: string[]) => updateOf(root, ...args)

const updateOf = (release: string, ...args: string[]) =>
  runProgram(join(release, 'deploy/local/src/update/main.ts'), args, env)

/** Updates while sales run, with one file of the next release changed. */
async function updateWith(file: string, change: (source: string) => string, args = ['--without-backup']) {
  const path = join(next, file)
  const source = readFileSync(path, 'utf8')
  const changed = change(source)
  expect(changed).not.toBe(source)
  writeFileSync(path, changed)
  const closing = new AbortController()
  const selling = sellUntil(closing.signal, store, acknowledged)
  const outcome = await update(next, ...args)
  closing.abort()
  await selling
  writeFileSync(path, source)
  return outcome
}

/** Command line of the running till process. */
async function programOfTill(): Promise<string> {
  const { output } = await runProgram('control/main.ts', ['status'], env)
  const [, pid] = /^till: process (\d+)/m.exec(output) ?? []
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
}

/** The first process has one child, once the previous release has ended. */
const onlyOneReleaseRuns = () => vi.waitFor(() => expect(suite.children().size).toBe(1), 120_000)

async function expectNothingLost(): Promise<void> {
  expect(OPENING - (await stockOf(store))).toBe(acknowledged.size)
}

beforeAll(async () => {
  env = await settings({ ...asAdmin, WRITES_PER_SECOND: '0' })
  next = copyBuilt()
  const file = join(next, 'package.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]+"/, '"version": "0.3.99"'))
  suite = await untilReady(startSuite(env))
  store = await openStore(suite.url, admin)
})
afterAll(cleanUp)

test.each([
  [['a', 'b'], /^Usage: /],
  [[root, '--without-backup'], /is the release that runs this command/],
])('%j is a sentence, and nothing is stopped', async (args, sentence) => {
  expect(await update(...args)).toMatchObject({ code: 1, output: expect.stringMatching(sentence) })
  expect(suite.output()).not.toContain('Stopping')
})

test('a folder without a release, and a release without its backup, are a sentence, and nothing is stopped', async () => {
  const folder = temporaryFolder()
  expect(await update(folder)).toEqual({
    code: 1,
    output: `${folder} does not contain a release of the suite.\n`,
  })
  const { code, output } = await update(next)
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining('was not started: there is no backup.'),
  })
  expect((await fetch(`${suite.url}/api/test`)).status).toBe(200)
})

test.each([
  [
    'does not start',
    'services/sales/src/main.ts',
    () => "throw new Error('The moon is in the wrong phase.')\n",
    /The moon is in the wrong phase/,
  ],

  [
    'answers 500 to those who are signed in',
    'packages/service-kit/src/http/authorize.ts',
    (source: string) => source.replace('  return caller\n', "  throw new Error('broken')\n"),
    /\/api\/\w+\?limit=1 answers 500/,
  ],
  [
    'fails at every sale, and answers all that reads',
    'services/inventory/src/stock/executor.ts',
    (source: string) =>
      source.replace(
        '      return afterCommit(await (isAlone',
        "      if (medicineId) throw new Error('broken')\n$&",
      ),
    /\/api\/transactions answers \d+ to a sale of nothing/,
  ],
  [
    'fails at every write of the ledger, and refuses what it should',
    'services/inventory/src/stock/ledger.ts',
    (source: string) =>
      source.replace('if (moves.length === 0) return', "$&\n      throw new Error('broken')"),
    /\/internal\/rehearsal answers 500 to a rehearsed sale/,
  ],
  [
    'lets nobody sign in, and answers all that reads',
    'services/identity/src/throttle/service.ts',
    (source: string) =>
      source.replace('async reserve(attempt: Attempt) {', "$&\n      if (attempt) throw new Error('broken')"),
    /\/api\/auth\/login answers 500 to a sign-in of nobody/,
  ],
])('a release that %s makes room again for the one before it', async (_, file, change, words) => {
  const { code, output } = await updateWith(file, change)
  expect(output).toMatch(words)
  expect(output).not.toMatch(/^\s+at /m)
  expect(output).toContain('The release before it starts again.')
  expect(code).toBe(1)
  await expectNothingLost()
})

test('a sound release runs, backed up before, and is what the machine starts from then on', async () => {
  const [to, key] = [temporaryFolder(), join(temporaryFolder(), 'key')]
  await createKeyFile(key)
  const built = join(next, 'mf-alerts/dist')
  rmSync(built, { recursive: true })
  // Set for the command only, so that no other backups are made.
  Object.assign(env, { BACKUP_TO: to, BACKUP_KEY_FILE: key })
  const { code, output } = await updateWith('README.md', (readme) => `${readme}\n`, [])
  // Data is private, but other users can read builds.
  expect(statSync(built).mode & 0o005).toBe(0o005)
  const verified = await runProgram('backup/main.ts', ['--verify'], env)
  expect(verified.output).toMatch(/^.+\.age is whole: of 2.+, \d databases with \d+ rows/)
  expect(output).toContain(`The release in ${next} runs.`)
  expect(code).toBe(0)
  await expectNothingLost()
  suite.kill('SIGTERM')
  expect(await suite.ended).toBe(0)
  suite = await untilReady(startSuite(env))
  expect(await programOfTill()).toContain(next)
  await expectNothingLost()
})

test('the way back to the release that the machine began with, by one of two commands at once', async () => {
  const back = () => updateOf(next, root, '--without-backup')
  const both = (await Promise.all([back(), back()])).toSorted((a, b) => a.code - b.code)
  expect(both).toMatchObject([
    { code: 0, output: expect.stringContaining(`The release in ${root} runs.`) },
    { code: 1, output: expect.stringMatching(/^The suite goes over to another release|^No suite runs/) },
  ])
  expect(await programOfTill()).toContain(join(root, 'deploy/local'))
  await expectNothingLost()
  await onlyOneReleaseRuns()
  const again = await updateOf(root, next, '--without-backup')
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining(`The release in ${next} runs.`) })
  await onlyOneReleaseRuns()
  await expectNothingLost()
})
