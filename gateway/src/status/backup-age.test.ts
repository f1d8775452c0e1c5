import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger, createMetrics } from '@mms/service-kit'
import { afterAll, expect, test } from 'vitest'
import { publishBackupAge } from './status.ts'

const folder = mkdtempSync(join(tmpdir(), 'mms-age-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('publishes when the last good backup was made, as its file says now', async () => {
  const file = join(folder, 'backup.json')
  const metrics = createMetrics('gateway')
  publishBackupAge({ file, alarmHours: 50, metrics, log: createLogger({ name: 'test', level: 'silent' }) })
  const value = async (name: string) => {
    const text = await metrics.registry.metrics()
    return Number(new RegExp(`^${name}(?:{[^}]*})? (.+)$`, 'm').exec(text)?.[1])
  }
  expect(await value('backup_alarm_seconds')).toBe(180_000)
  expect(await value('backup_last_good_timestamp_seconds')).toBe(0)
  writeFileSync(
    file,
    JSON.stringify({ finishedAt: '2026-11-25T10:00:00.000Z', target: 'x', bytes: 1, verifiedAt: null }),
  )
  expect(await value('backup_last_good_timestamp_seconds')).toBe(Date.UTC(2026, 10, 25, 10) / 1000)
  writeFileSync(file, 'cut')
  expect(await value('backup_last_good_timestamp_seconds')).toBe(0)
})
