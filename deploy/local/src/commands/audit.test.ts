import { execFile } from 'node:child_process'
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@mms/service-kit'
import { ofEveryProgram } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  cleanUp,
  SLOW,
  settings,
  signIn,
  startSuite,
  temporaryFolder,
  untilReady,
} from '../../test/support.ts'
import { embeddedDatabasePath } from '../setup/databases.ts'

const PATIENTLY = { timeout: 60_000, interval: 500 }
const root = resolve(import.meta.dirname, '../../../..')
const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }
const run = promisify(execFile)

async function runProgram(file: string, args: string[], env: Record<string, string>) {
  const options = { cwd: root, env: { ...ofEveryProgram(), ...env } }
  try {
    const { stdout, stderr } = await run(process.execPath, [join(root, file), ...args], options)
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

const audit = (env: Record<string, string>) => runProgram('deploy/local/src/commands/audit.ts', [], env)
const lineOf = (output: string, name: string) =>
  output.split('\n').find((line) => line.startsWith(`${name}:`))

/** Backups of a data folder with a sign-in and two published builds. */
let kept: string
let published: string

beforeAll(async () => {
  const env = await settings({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
  const suite = await untilReady(startSuite(env))
  expect((await signIn(suite.url, admin)).status).toBe(200)
  const { DATA_DIR: folder } = env
  for (const area of ['sales', 'alerts']) {
    const words = ['publish', area, '--file', join(folder, 'areas.json'), '--by', 'asha']
    expect(await runProgram('gateway/src/area-command/main.ts', words, {})).toMatchObject({ code: 0 })
  }
  // Waits, because entries of the last two seconds are not chained yet.
  await vi.waitFor(async () => expect((await audit(env)).output).not.toContain('not in the chain'), PATIENTLY)
  suite.kill('SIGTERM')
  expect(await suite.ended).toBe(0)
  kept = folder
  published = readFileSync(join(folder, 'areas.log'), 'utf8')
}, 300_000)
afterAll(cleanUp)

function copyOfFolder(): { DATA_DIR: string } {
  const copy = join(temporaryFolder(), 'data')
  cpSync(kept, copy, { recursive: true })
  return { DATA_DIR: copy }
}

test('npm run audit says that every line fits, and ends with 0', SLOW, async () => {
  const { code, output } = await audit(copyOfFolder())
  expect({ code, output }).toMatchObject({ code: 0, output: expect.not.stringContaining('ALTERED') })
  expect(lineOf(output, 'identity')).toMatch(/^identity: [1-9]\d* intact lines/)
  expect(lineOf(output, 'areas')).toBe('areas: 2 intact lines')
})

test('an areas.log whose end was cut off is one sentence, and 1', SLOW, async () => {
  const env = copyOfFolder()
  writeFileSync(join(env.DATA_DIR, 'areas.log'), `${published.split('\n')[0]}\n`)
  const { code, output } = await audit(env)
  expect(code).toBe(1)
  expect(lineOf(output, 'areas')).toBe('areas: ALTERED: line 2, or the one before it')
  expect(output.match(/ALTERED/g)).toHaveLength(1)
})

test('a deleted areas.log is missed, also beside the list that AREAS_FILE names', SLOW, async () => {
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

test('a line that was removed from the audit log of a service is one sentence, and 1', SLOW, async () => {
  const env = copyOfFolder()
  const db = openDatabase(embeddedDatabasePath(env.DATA_DIR, 'identity'))
  const { id } = await db('audit_entries').orderBy('id').first('id')
  await db('audit_entries').where({ id }).delete()
  await db.destroy()
  const { code, output } = await audit(env)
  expect(code).toBe(1)
  expect(lineOf(output, 'identity')).toMatch(/^identity: ALTERED: line 1 was removed; 0 intact lines/)
  expect(output.match(/ALTERED/g)).toHaveLength(1)
})

test.each([
  ['the file of security events', (folder: string) => rmSync(join(folder, 'logs/identity.security.log'))],
])('%s that is gone leaves entries that nothing vouches for', SLOW, async (_what, remove) => {
  const env = copyOfFolder()
  remove(env.DATA_DIR)
  const { code, output } = await audit(env)
  expect(code).toBe(1)
  expect(lineOf(output, 'identity')).toMatch(
    /^identity: ALTERED: lines \d+ to \d+ \(entries \d+ to \d+\) cannot be vouched for: /,
  )
  expect(output.match(/ALTERED/g)).toHaveLength(1)
})

test('an areas.log that is gone with its note is missed by the builds that are published', SLOW, async () => {
  const env = copyOfFolder()
  rmSync(join(env.DATA_DIR, 'areas.log'))
  rmSync(join(env.DATA_DIR, 'areas.log.newest'))
  const { code, output } = await audit(env)
  expect(code).toBe(1)
  expect(lineOf(output, 'areas')).toMatch(
    /^areas: ALTERED: .*areas\.log is missing although builds are published$/,
  )
})

test('an areas.log without the note of its newest line is vouched for by nothing', SLOW, async () => {
  const env = copyOfFolder()
  rmSync(join(env.DATA_DIR, 'areas.log.newest'))
  const { code, output } = await audit(env)
  expect(code).toBe(1)
  expect(lineOf(output, 'areas')).toMatch(
    /^areas: ALTERED: .*areas\.log\.newest is missing: 2 intact lines, but later ones may have been removed$/,
  )
})
