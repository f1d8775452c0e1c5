import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openDatabase } from '@mms/service-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  admin,
  asAdmin,
  cleanUp,
  runProgram,
  settings,
  signIn,
  startSuite,
  temporaryFolder,
  untilReady,
} from '../../test/support.ts'
import { embeddedDatabasePath } from '../setup/databases.ts'

const PATIENTLY = { timeout: 60_000, interval: 500 }
const area = resolve(import.meta.dirname, '../../../../gateway/src/area-command/main.ts')

const audit = (env: Record<string, string>) => runProgram('commands/audit.ts', [], env)
const lineOf = (output: string, name: string) =>
  output.split('\n').find((line) => line.startsWith(`${name}:`))

/** A data folder with a sign-in and two published builds. */
let kept: string

beforeAll(async () => {
  const env = await settings(asAdmin)
  const suite = await untilReady(startSuite(env))
  expect((await signIn(suite.url, admin)).status).toBe(200)
  const { DATA_DIR: folder } = env
  for (const name of ['sales', 'alerts']) {
    const words = ['publish', name, '--file', join(folder, 'areas.json'), '--by', 'asha']
    expect(await runProgram(area, words, {})).toMatchObject({ code: 0 })
  }
  // Waits, because entries of the last two seconds are not chained yet.
  await vi.waitFor(async () => expect((await audit(env)).output).not.toContain('not in the chain'), PATIENTLY)
  suite.kill('SIGTERM')
  expect(await suite.ended).toBe(0)
  kept = folder
})
afterAll(cleanUp)

function copyOfFolder(): { DATA_DIR: string } {
  const copy = join(temporaryFolder(), 'data')
  cpSync(kept, copy, { recursive: true })
  return { DATA_DIR: copy }
}

test('npm run audit says that every line fits, and ends with 0', async () => {
  const { code, output } = await audit(copyOfFolder())
  expect({ code, output }).toMatchObject({ code: 0, output: expect.not.stringContaining('ALTERED') })
  expect(lineOf(output, 'identity')).toMatch(/^identity: [1-9]\d* intact lines/)
  expect(lineOf(output, 'areas')).toBe('areas: 2 intact lines')
})

test('a deleted areas.log is missed, also beside the list that AREAS_FILE names', async () => {
  const env = copyOfFolder()
  const folder = dirname(env.DATA_DIR)
  for (const name of ['areas.json', 'areas.log.newest']) {
    renameSync(join(env.DATA_DIR, name), join(folder, name))
  }
  rmSync(join(env.DATA_DIR, 'areas.log'))
  const { code, output } = await audit({ ...env, AREAS_FILE: join(folder, 'areas.json') })
  expect(code).toBe(1)
  expect(lineOf(output, 'areas')).toBe(
    `areas: ALTERED: ${join(folder, 'areas.log')} is missing. It had 2 lines`,
  )
})

test.each<[string, (folder: string) => unknown, RegExp]>([
  [
    'an areas.log whose end was cut off',
    (folder) => {
      const file = join(folder, 'areas.log')
      writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<=\n).*\n$/, ''))
    },
    /^areas: ALTERED: line 2, or the one before it$/m,
  ],
  [
    'an areas.log without the note of its newest line',
    (folder) => rmSync(join(folder, 'areas.log.newest')),
    /^areas: ALTERED: .*areas\.log\.newest is missing: 2 intact lines, but later ones may have been removed$/m,
  ],
  [
    'a line removed from the audit log of a service',
    async (folder) => {
      const db = openDatabase(embeddedDatabasePath(folder, 'identity'))
      const { id } = await db('audit_entries').orderBy('id').first('id')
      await db('audit_entries').where({ id }).delete()
      await db.destroy()
    },
    /^identity: ALTERED: line 1 was removed; 0 intact lines/m,
  ],
  [
    'a file of security events that is gone',
    (folder) => rmSync(join(folder, 'logs/identity.security.log')),
    /^identity: ALTERED: lines \d+ to \d+ \(entries \d+ to \d+\) cannot be vouched for: /m,
  ],
  [
    'an areas.log that is gone with its note',
    (folder) => {
      for (const name of ['areas.log', 'areas.log.newest']) rmSync(join(folder, name))
    },
    /^areas: ALTERED: .*areas\.log is missing although builds are published$/m,
  ],
])('%s is one sentence, and 1', async (_what, spoil, sentence) => {
  const env = copyOfFolder()
  await spoil(env.DATA_DIR)
  const { code, output } = await audit(env)
  expect(code).toBe(1)
  expect(output).toMatch(sentence)
  expect(output.match(/ALTERED/g)).toHaveLength(1)
})
