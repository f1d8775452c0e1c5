import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test, vi } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { createKeyFile } from './archive.ts'
import { msUntilDue, scheduleBackups } from './schedule.ts'

const HOUR = 3_600_000
const PATIENTLY = { timeout: 100_000, interval: 100 }
/** With low priority a process may not start within a minute while other tests run. */
const AT_ONCE = { earliestMs: 0, niceness: 0 }

afterEach(async () => {
  vi.unstubAllEnvs()
  await cleanUp()
})

test('a backup is due so long after the last good one, at once where there is none or it is late', () => {
  const now = Date.UTC(2026, 10, 25, 12)
  expect(msUntilDue(undefined, HOUR, now)).toBe(0)
  expect(msUntilDue('2026-11-25T11:30:00.000Z', HOUR, now)).toBe(HOUR / 2)
  expect(msUntilDue('2026-11-24T11:30:00.000Z', HOUR, now)).toBe(0)
  expect(msUntilDue('2027-11-25T11:30:00.000Z', HOUR, now)).toBe(HOUR)
})

test('a suite with a folder and a key is backed up; what fails is said', { timeout: 300_000 }, async () => {
  const [folder, to] = [temporaryFolder(), join(temporaryFolder(), 'to')]
  const keyFile = join(temporaryFolder(), 'key')
  await createKeyFile(keyFile)
  for (const [name, value] of Object.entries({ DATA_DIR: folder, BACKUP_TO: to, BACKUP_KEY_FILE: keyFile })) {
    vi.stubEnv(name, value)
  }
  const config = {
    PORT: 1,
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    BACKUP_HOURS: 24,
    BACKUP_KEEP: 14,
  } as const
  const said: string[] = []
  const settings = { ...config, BACKUP_TO: to, BACKUP_KEY: 'of the file' }
  const failing = scheduleBackups(settings, (line) => said.push(line), AT_ONCE)
  await expect.poll(() => said, PATIENTLY).toHaveLength(1)
  expect(said[0]).toBe(`The backup failed: There are no databases in the data directory ${folder}.`)
  failing.end()
  new DatabaseSync(join(folder, 'inventory.sqlite')).exec('create table boxes (id integer)')
  const backups = scheduleBackups(settings, (line) => said.push(line), AT_ONCE)
  await expect.poll(() => existsSync(join(folder, 'backup.json')), PATIENTLY).toBe(true)
  // Joins the scheduled backup if it still runs.
  await backups.backUp()
  const before = readdirSync(to).length
  const wanted = backups.backUp()
  expect(backups.backUp()).toBe(wanted)
  expect(await wanted).toBeUndefined()
  backups.end()
  expect(readdirSync(to)).toHaveLength(before + 1)
  expect(said).toHaveLength(1)
  const without = scheduleBackups(config, (line) => said.push(line), AT_ONCE)
  expect(await without.backUp()).toBe('No place for backups is set: docs/backup.md says how.')
})
