import type { AlertDelivery, AuditEntry } from '@mms/contracts'
import { createLogger } from '@mms/service-kit'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildMedicine } from '../../test/medicines.ts'
import {
  later,
  NIGHT,
  never,
  OWNER,
  openSendingStore,
  SECRET,
  type SendingStore,
} from '../../test/sending.ts'
import { NOON, openStore } from '../../test/support.ts'
import { createSender } from './sender.ts'
import { createDeliveryStore } from './store.ts'
import { signatureOf } from './webhook-client.ts'

const HOUR = 3_600_000

describe.each(testDatabases())('delivery on $name', (database: TestDatabase) => {
  let store: SendingStore
  let receiver: SendingStore['receiver']
  let mailServer: SendingStore['mailServer']
  beforeEach(async () => {
    store = await openSendingStore(database)
    ;({ receiver, mailServer } = store)
  })
  afterEach(() => store.close())

  const sendDue = () => store.sendDue()
  const deliveries = (query?: string) => store.deliveries(query)
  const resend = (id: string) =>
    store.client.post<AlertDelivery & { message: string }>(`/api/alerts/deliveries/${id}/resend`, {
      token: store.admin,
    })

  test('a webhook hears of what opens and is resolved, signed, and not of what was undone', async () => {
    const medicine = buildMedicine({ name: 'Crocin', currentStock: 8 })
    await store.receive(medicine)
    await store.change(medicine, { currentStock: 7 })
    await store.generate()
    await sendDue()
    const [alert] = await store.list()
    await store.put(alert?._id ?? '', { status: 'read' })
    await store.put(alert?._id ?? '', { status: 'resolved' })
    await sendDue()
    const told = receiver.calls.map(({ body }) => JSON.parse(body))
    expect(told.map(({ type, data }) => [type, data._id, data.status])).toEqual([
      ['alerts.alert.opened', alert?._id, 'new'],
      ['alerts.alert.resolved', alert?._id, 'resolved'],
    ])
    for (const { headers, body } of receiver.calls) {
      const [id, seconds] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])]
      expect(headers['webhook-signature']).toBe(signatureOf(SECRET, id, seconds, body))
      expect(seconds).toBe(Date.parse(NOON) / 1000)
    }
    // Low stock is not urgent, so no mail is sent.
    expect(mailServer.mails).toEqual([])
  })

  test('what a clock that ran ahead put off is sent once it is right again', async () => {
    store.setNow(later(5.5 * HOUR))
    receiver.state.status = 503
    await store.receive(buildMedicine({ currentStock: 8 }))
    await sendDue()
    await store.receive(buildMedicine({ currentStock: 8 }))
    const row = () => store.database.db('deliveries').orderBy('id').select('attempts', 'next_attempt_at')
    expect((await row()).map(({ attempts }) => attempts)).toEqual([1, 0])
    receiver.state.status = 200
    store.setNow(later(0))
    await sendDue()
    expect(receiver.calls).toHaveLength(3)
    expect(await deliveries('?status=delivered')).toHaveLength(2)
  })

  test('one that fails is tried again, later each time, given up, and sent again by an administrator', async () => {
    receiver.state.status = 503
    await store.receive(buildMedicine({ currentStock: 8 }))
    let at = 0
    const waits: number[] = []
    for (let tries = 1; (await deliveries('?status=dead')).length === 0; tries += 1) {
      await sendDue()
      expect(receiver.calls).toHaveLength(tries)
      const row = await store.database.db('deliveries').first('next_attempt_at')
      if (row.next_attempt_at === null) break
      const next = new Date(row.next_attempt_at).getTime() - Date.parse(NOON)
      waits.push(next - at)
      store.setNow(later(next - 1))
      await sendDue()
      expect(receiver.calls).toHaveLength(tries)
      at = next
      store.setNow(later(at))
    }
    expect(waits).toEqual([10, 60, 300, 1_800, 7_200, 21_600, 43_200].map((seconds) => seconds * 1_000))
    const [dead] = await deliveries('?status=dead')
    expect(dead).toMatchObject({ channel: 'webhook', attempts: 8, error: 'answered 503' })
    receiver.state.status = 200
    const pending = { status: 'pending', attempts: 0 }
    expect(await resend(dead?._id ?? '')).toMatchObject({ status: 200, body: pending })
    await sendDue()
    expect(await deliveries()).toMatchObject([{ _id: dead?._id, status: 'delivered', error: null }])
    // The id stays the same, so the receiver can recognise a repetition.
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([dead?._id]))
    const message = 'This delivery was not given up: it is delivered'
    expect(await resend(dead?._id ?? '')).toMatchObject({ status: 409, body: { message } })
    expect((await resend(v7())).status).toBe(404)
    const record = await store.client.get<AuditEntry[]>('/api/alerts/history', { token: store.admin })
    expect(record.body).toMatchObject([{ action: 'delivery.resent', subject: dead?._id }])
  })

  test('high severity is mailed at once, all in one; a digest once a day at its hour', async () => {
    const low = buildMedicine({ name: 'Dolo', currentStock: 8 })
    await store.receive(buildMedicine({ name: 'Crocin', currentStock: 0 }), low)
    await store.change(low, { currentStock: 0 })
    await sendDue()
    expect(mailServer.mails).toHaveLength(1)
    const [urgent] = mailServer.mails
    expect(urgent).toMatchObject({ to: ['owner@pharmacy.test', 'night@pharmacy.test'], user: 'pharmacy' })
    expect(urgent?.content).toContain('Subject: 2 alerts of high severity')
    const lines = ['Crocin =E2=80=93 Out of stock', 'Dolo =E2=80=93 Out of stock']
    for (const line of [...lines, 'https://pharmacy.test/alerts']) {
      expect(urgent?.content.replaceAll('=\r\n', '')).toContain(line)
    }
    const { makeIfDue } = store.service.digest
    // Six hours after noon in Kolkata.
    for (const [at, mails] of [
      [6 * HOUR - 1, 1],
      [6 * HOUR, 2],
      [30 * HOUR, 3],
    ] as const) {
      store.setNow(later(at))
      await Promise.all([makeIfDue(), makeIfDue()])
      await makeIfDue()
      await sendDue()
      expect(mailServer.mails).toHaveLength(mails)
    }
    expect(mailServer.mails[1]?.content).toContain('Subject: 2 alerts open on 21 Nov 2026')
    expect(mailServer.mails[1]?.content).toContain('2 alerts open, 2 of them new: 2 high, 0 medium, 0 low.')
  })

  const ofMail = async () => (await deliveries()).filter(({ channel }) => channel === 'email')

  test('a mail that the server does not take is kept and tried again', async () => {
    mailServer.state.isFull = true
    await store.receive(buildMedicine({ name: 'Crocin', currentStock: 0 }))
    await sendDue()
    const error = expect.stringContaining('mailbox full')
    expect(await ofMail()).toMatchObject([{ status: 'pending', attempts: 1, error }])
    mailServer.state.isFull = false
    store.setNow(later(10_000))
    await sendDue()
    expect(mailServer.mails).toHaveLength(1)
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  test('a mail that is refused for one of several is sent again to that one only, until it is taken', async () => {
    mailServer.state.unknown.add(NIGHT)
    await store.receive(buildMedicine({ name: 'Crocin', currentStock: 0 }))
    await sendDue()
    const error = 'the mail server refused 1 of 2 addresses'
    expect(await ofMail()).toMatchObject([{ status: 'pending', attempts: 1, error }])
    store.setNow(later(10_000))
    await sendDue()
    expect(mailServer.mails).toMatchObject([{ to: [OWNER] }])
    expect(await ofMail()).toMatchObject([{ status: 'pending', attempts: 2 }])
    mailServer.state.unknown.clear()
    store.setNow(later(80_000))
    await sendDue()
    expect(mailServer.mails.map(({ to }) => to)).toEqual([[OWNER], [NIGHT]])
    expect(await ofMail()).toMatchObject([{ status: 'delivered', error: null }])
  })

  test('each webhook is claimed when its turn comes, not while others are under way', async () => {
    for (const name of ['First', 'Second']) await store.receive(buildMedicine({ name, currentStock: 8 }))
    const attempts: number[][] = []
    receiver.state.during = async () => {
      const rows = await store.database.db('deliveries').orderBy('id').pluck('attempts')
      attempts.push(rows.map(Number).sort())
    }
    await sendDue()
    expect(attempts.flat()).toEqual([0, 1, 1, 1])
  })

  test('mails left from when they were switched on keep no webhook back', async () => {
    await store.receive(buildMedicine({ currentStock: 8 }))
    const leftOver = Array.from({ length: 150 }, (_, index) => ({
      ...{ id: v7({ msecs: index }), channel: 'email' as const, subject: 'm', payload: {} },
    }))
    await createDeliveryStore(store.database.db).insert(leftOver, new Date(0))
    const { db } = store.database
    const calls: string[] = []
    const callWebhook = async ({ id }: { id: string }) => void calls.push(id)
    const log = createLogger({ name: 'alerts', level: 'silent' })
    const { jobs } = createSender({ db, log, now: () => new Date(NOON), callWebhook })
    for (const job of jobs) await job.run(never)
    expect(calls).toHaveLength(1)
  })

  test('two replicas that send at once send each once', async () => {
    await store.receive(...Array.from({ length: 12 }, () => buildMedicine({ currentStock: 8 })))
    await Promise.all([sendDue(), sendDue()])
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(12)
    expect(new Set(ids).size).toBe(12)
  })
})

const [sqlite] = testDatabases()

test('nothing is written down to be sent unless it is switched on', async () => {
  const store = await openStore(sqlite as TestDatabase)
  await store.receive(buildMedicine({ currentStock: 0 }))
  expect(await store.database.db('deliveries').select('id')).toEqual([])
  const jobs = ['generation', 'alert-delivery-pruning', 'audit-chain']
  expect(store.service.jobs.map(({ name }) => name)).toEqual(jobs)
  await store.close()
})

test.each([
  ['on the day that has 23 hours', '23', '2026-03-29T20:59:59Z', '2026-03-29T21:00:00Z', '29 Mar 2026'],
  ['on the day that has 25 hours', '8', '2026-10-25T06:59:59Z', '2026-10-25T07:00:00Z', '25 Oct 2026'],
  ['when that hour is left out', '2', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '29 Mar 2026'],
  ['when that hour comes twice', '2', '2026-10-24T23:59:59Z', '2026-10-25T00:00:00Z', '25 Oct 2026'],
  ['at midnight', '0', '2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '29 Mar 2026'],
])('the digest is made once, by the clocks of the store: %s', async (_, hour, before, due, date) => {
  const env = { STORE_TIME_ZONE: 'Europe/Berlin', ALERT_DIGEST_HOUR: hour }
  const store = await openSendingStore(sqlite as TestDatabase, { env })
  onTestFinished(() => store.close())
  const digestsAt = async (instant: string) => {
    store.setNow(instant)
    await store.service.digest.makeIfDue()
    return (await store.deliveries()).filter(({ subject }) => subject === `0 alerts open on ${date}`)
  }
  expect(await digestsAt(before)).toHaveLength(0)
  expect(await digestsAt(due)).toHaveLength(1)
  expect(await digestsAt(new Date(Date.parse(due) + 3_599_000).toISOString())).toHaveLength(1)
})
