import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Problem, type SuiteStatus, suiteStatusSchema } from '@mms/contracts'
import { createLogger, createMetrics } from '@mms/service-kit'
import { openForTests } from '@mms/service-kit/test-support'
import { afterAll, expect, test } from 'vitest'
import { startGateway, startUpstream, tokens } from '../../test/support.ts'
import { readDocument } from '../services/documents.ts'
import { publishBackupAge } from './status.ts'

const folder = mkdtempSync(join(tmpdir(), 'mms-status-'))
const token = tokens.token({ role: 'admin' })
const document = { openapi: '3.1.0', info: { version: '0.2.1' }, paths: {}, components: {} }

afterAll(() => rmSync(folder, { recursive: true }))
const identity = openForTests(() => startUpstream((_req, res) => res.end(JSON.stringify(document))))
const inventory = openForTests(() =>
  startUpstream(({ url }, res) => {
    res.statusCode = url === '/readyz' ? 503 : 200
    res.end(JSON.stringify(document))
  }),
)
const gateway = openForTests(() => {
  const services = { identity: identity.url, inventory: inventory.url, sales: 'http://127.0.0.1:1' }
  return startGateway({ services, readDocument, dataFolder: folder })
})

const ask = async () =>
  suiteStatusSchema.parse((await gateway.get<SuiteStatus>('/api/status', { token })).body)

test('names what runs, its version, and whether it is ready, to administrators alone', async () => {
  const ofStaff = await gateway.get('/api/status', { token: tokens.token({ role: 'staff' }) })
  expect(ofStaff).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } })
  expect(await gateway.get('/api/status')).toMatchObject({ status: 401 })
  const { services } = await ask()
  expect(services[0]).toEqual({ name: 'gateway', version: '1.2.3', ready: true })
  const others = [
    { name: 'identity', version: '0.2.1', ready: true },
    { name: 'inventory', version: '0.2.1', ready: false },
    { name: 'alerts', version: null, ready: false },
    { name: 'sales', version: null, ready: false },
    { name: 'analytics', version: null, ready: false },
  ]
  expect(services).toEqual(expect.arrayContaining(others))
})

test('says how full the disk is, and when the last backup was made', async () => {
  const { machine } = await ask()
  expect(machine?.disk.totalBytes).toBeGreaterThan(machine?.disk.freeBytes ?? Number.NaN)
  expect(machine).toMatchObject({ lastBackup: null, backupIsOld: true })
  const finishedAt = '2026-11-05T02:00:00.000Z'
  const lastBackup = { finishedAt, target: '/mnt/usb', verifiedAt: null, bytes: 52_428_800 }
  writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...lastBackup, id: 'b1' }))
  expect((await ask()).machine).toMatchObject({ lastBackup, backupIsOld: true })
  const young = { ...lastBackup, finishedAt: new Date().toISOString() }
  writeFileSync(join(folder, 'backup.json'), JSON.stringify(young))
  expect((await ask()).machine).toMatchObject({ lastBackup: young, backupIsOld: false })
  writeFileSync(join(folder, 'backup.json'), '{"finishedAt":')
  expect((await ask()).machine?.lastBackup).toBeNull()
  expect(gateway.lines).toContainEqual(expect.objectContaining({ msg: 'backup.json cannot be read' }))
})

test('makes a backup by its supervisor, for administrators, and says why it failed', async () => {
  const backUp = (other = token) => gateway.post<Problem>('/api/status/backup', { token: other })
  expect(await backUp()).toMatchObject({ status: 503, body: { code: 'backup.unavailable' } })
  let words = 'done'
  const asked: unknown[] = []
  const supervisor = createServer(({ method, url }, res) => {
    asked.push(`${method} ${url}`)
    res.end(words)
  })
  await once(supervisor.listen(join(folder, 'control.sock')), 'listening')
  expect(await backUp(tokens.token({ role: 'staff' }))).toMatchObject({ status: 403 })
  expect(asked).toEqual([])
  expect((await backUp()).status).toBe(204)
  words = 'The disk is full.\nfailed'
  const failed = { code: 'backup.failed', message: 'The disk is full.' }
  expect(await backUp()).toMatchObject({ status: 409, body: failed })
  expect(asked).toEqual(['POST /backup', 'POST /backup'])
  supervisor.close()
})

test('publishes when the last good backup was made, as its file says now', async () => {
  const file = join(folder, 'last-good.json')
  const metrics = createMetrics('gateway')
  publishBackupAge({ file, alarmHours: 50, metrics, log: createLogger({ name: 'test', level: 'silent' }) })
  const value = async (name: string) => {
    const text = await metrics.registry.metrics()
    return Number(new RegExp(`^${name}(?:{[^}]*})? (.+)$`, 'm').exec(text)?.[1])
  }
  expect(await value('backup_alarm_seconds')).toBe(180_000)
  expect(await value('backup_last_good_timestamp_seconds')).toBe(0)
  const last = { finishedAt: '2026-11-25T10:00:00.000Z', target: 'x', bytes: 1, verifiedAt: null }
  writeFileSync(file, JSON.stringify(last))
  expect(await value('backup_last_good_timestamp_seconds')).toBe(Date.UTC(2026, 10, 25, 10) / 1000)
  writeFileSync(file, 'cut')
  expect(await value('backup_last_good_timestamp_seconds')).toBe(0)
})
