import type { Alert, AlertedMedicine, AuditEntry } from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine } from '../../test/medicines.ts'
import { NOON, openStore } from '../../test/support.ts'

describe.each(testDatabases())('alerts on $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database))
  const low = buildMedicine({ name: 'Crocin', currentStock: 3 })
  const out = buildMedicine({ name: 'Dolo', currentStock: 0 })
  const expiring = buildMedicine({ name: 'Insulin', expiryDate: '2026-12-01' })
  const alertOf = async (name: string) =>
    (await store.list()).find(({ medicineId }) => medicineId?.name === name) as Alert

  beforeAll(async () => {
    for (const medicine of [low, out, expiring]) await store.receive(medicine)
  })

  test('are listed newest first, with the name of their medicine', async () => {
    const [first, ...others] = await store.list()
    const detail = '100 units, ₹2,000, expire on 1 Dec 2026'
    const noon = new Date(NOON).toISOString()
    expect(first).toEqual({
      _id: expect.any(String),
      medicineId: { _id: expiring._id, name: 'Insulin' },
      message: `Insulin – ${detail}`,
      ...{ detail, type: 'expiry', severity: 'medium', status: 'new', resolved: null },
      ...{ createdAt: noon, renewedAt: noon },
    })
    expect(others).toMatchObject([
      { message: 'Dolo – Out of stock (min 10)', type: 'low_stock', severity: 'high' },
      { message: 'Crocin – Low: 3 left (min 10)', type: 'low_stock', severity: 'medium' },
    ])
  })

  test('are listed by medicine: those with new ones first, of these the worst first, in pages', async () => {
    const own = await openStore(database)
    const both = buildMedicine({ name: 'Both', currentStock: 3, expiryDate: '2026-11-20' })
    const medium = buildMedicine({ name: 'Medium', currentStock: 5 })
    const least = buildMedicine({ name: 'Least', currentStock: 9 })
    const seen = buildMedicine({ name: 'Seen', currentStock: 0 })
    await own.receive(seen, both, least, medium)
    const [high] = await own.list('?severity=high&type=low_stock')
    await own.put(high?._id ?? '', { status: 'read' })
    const page = async (query: string) => {
      const path = `/api/alerts/by-medicine${query}`
      const answer = await own.client.get<AlertedMedicine[]>(path, { token: own.staff })
      const shown = answer.body.map(
        ({ medicineId, alerts }) => `${medicineId?.name}: ${alerts.map(({ type }) => type)}`,
      )
      const next = /after=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1]
      return { shown, next, total: answer.headers.get('x-total-count') }
    }
    const shown = ['Both: expired,low_stock', 'Medium: low_stock', 'Least: low_stock', 'Seen: low_stock']
    expect(await page('')).toEqual({ shown, total: '4', next: undefined })
    const walked: string[] = []
    for (let next: string | undefined = ''; next !== undefined; ) {
      const each: Awaited<ReturnType<typeof page>> = await page(`?limit=1${next && `&after=${next}`}`)
      walked.push(...each.shown)
      next = each.next
    }
    expect(walked).toEqual(shown)
    expect((await page('?type=expired')).shown).toEqual(['Both: expired'])
    expect((await page('?status=read&severity=high')).shown).toEqual(['Seen: low_stock'])
    for (const type of ['low_stock', 'expired'])
      expect(await own.list(`?medicine=${both._id}&type=${type}&limit=1`)).toMatchObject([{ type }])
    await own.close()
  })

  test('are filtered by each word, together and with a total', async () => {
    const names = async (query: string) => (await store.list(query)).map((alert) => alert.medicineId?.name)
    expect(await names('?type=low_stock')).toEqual(['Dolo', 'Crocin'])
    expect(await names('?severity=medium')).toEqual(['Insulin', 'Crocin'])
    expect(await names('?status=new&type=low_stock&severity=high')).toEqual(['Dolo'])
    expect(await names('?status=resolved')).toEqual([])
    const { headers } = await store.client.get('/api/alerts?type=low_stock', { token: store.staff })
    expect(headers.get('x-total-count')).toBe('2')
    expect(await store.list(`?medicine=${out._id}`)).toEqual([await alertOf('Dolo')])
    expect(await names(`?medicine=${out._id}&severity=medium`)).toEqual([])
    expect(await names(`?medicine=${out._id}&type=low_stock&limit=1`)).toEqual(['Dolo'])
  })

  test('are counted, and only open ones by severity and type', async () => {
    expect(await store.summary()).toMatchObject({
      byStatus: { new: 3, read: 0, resolved: 0 },
      bySeverity: { high: 1, medium: 2, low: 0 },
      byType: { low_stock: 2, expired: 0, expiry: 1 },
    })
  })

  test('are marked as read, then resolved, and never back', async () => {
    const { _id } = await alertOf('Insulin')
    expect(await store.put(_id, { status: 'read' })).toMatchObject({ status: 200, body: { status: 'read' } })
    expect((await store.summary()).byStatus).toEqual({ new: 2, read: 1, resolved: 0 })
    for (const status of ['new', 'read']) {
      const message = `An alert that is read cannot be marked as ${status}`
      const refused = { status: 409, body: { code: 'alerts.not_forward', message } }
      expect(await store.put(_id, { status })).toMatchObject(refused)
    }
    const resolved = await store.put(_id, { status: 'resolved' })
    const by = { at: new Date(NOON).toISOString(), by: { name: 'Asha Rao' } }
    expect(resolved).toMatchObject({ status: 200, body: { status: 'resolved', resolved: by } })
    expect(await alertOf('Insulin')).toEqual(resolved.body)
    const already = { code: 'alerts.already_resolved', message: 'Asha Rao has already resolved this alert' }
    expect(await store.put(_id, { status: 'read' })).toMatchObject({ status: 409, body: already })
    const counts = { byStatus: { new: 2, read: 0, resolved: 1 }, byType: { expiry: 0 } }
    expect(await store.summary()).toMatchObject(counts)
  })

  test('what a person makes of one is on record, before and after; what closes by itself is not', async () => {
    const own = await openStore(database)
    const gone = buildMedicine({ name: 'Gone', currentStock: 1 })
    await own.receive(buildMedicine({ name: 'Kept', currentStock: 1 }), gone)
    const [, kept] = (await own.list()).toSorted((a, b) => (a.message < b.message ? -1 : 1))
    const id = kept?._id ?? ''
    await own.put(id, { status: 'read' })
    expect((await own.put(id, { status: 'read' })).status).toBe(409)
    await own.put(id, { status: 'resolved', snoozeDays: 7 })
    await own.change(gone, { currentStock: 500 })
    const read = (token: string) => own.client.get<AuditEntry[]>('/api/alerts/history', { token })
    const by = { subject: id, actorName: expect.any(String) }
    const after = { status: 'resolved', snoozedUntil: expect.stringMatching(/Z$/) }
    expect((await read(own.admin)).body).toMatchObject([
      { ...by, action: 'alert.snoozed', before: { status: 'read' }, after },
      { ...by, action: 'alert.read', before: { status: 'new' }, after: { status: 'read' } },
    ])
    expect((await read(own.staff)).status).toBe(403)
    await own.close()
  })

  test('of two people who resolve one at once, one does and the other is told who did', async () => {
    const medicine = buildMedicine({ name: 'Contested', currentStock: 1 })
    await store.receive(medicine)
    const { _id } = await alertOf('Contested')
    const tokens = ['Asha', 'Bina'].map((name) => store.tokens.token({ role: 'staff', name, sub: name }))
    const answers = await Promise.all(tokens.map((token) => store.put(_id, { status: 'resolved' }, token)))
    const won = answers.find(({ status }) => status === 200)
    const lost = answers.find(({ status }) => status === 409)
    expect(won?.body.resolved?.by).not.toBeNull()
    expect(lost?.body.message).toBe(`${won?.body.resolved?.by?.name} has already resolved this alert`)
    expect((await alertOf('Contested')).resolved).toEqual(won?.body.resolved)
    const events = await store.database.db('outbox').where({ subject: _id }).orderBy('id').pluck('type')
    expect(events).toEqual(['alerts.alert.opened', 'alerts.alert.resolved'])
    await store.change(medicine, { currentStock: 100 })
  })

  test('recent ones are five that nobody has resolved, the most severe first, of these the newest', async () => {
    const medicines = Array.from({ length: 6 }, (_, index) =>
      // Stock above half of the minimum gives a low severity.
      buildMedicine({ name: `Recent ${index}`, currentStock: index === 4 ? 9 : 1 }),
    )
    for (const medicine of medicines) await store.receive(medicine)
    await store.put((await alertOf('Recent 5'))._id, { status: 'resolved' })
    const { body } = await store.client.get<Alert[]>('/api/alerts/recent', { token: store.staff })
    const names = body.map(({ medicineId }) => medicineId?.name ?? '')
    const expected = [3, 2, 1, 0].map((index) => `Recent ${index}`)
    expect(names.filter((name) => name.startsWith('Recent'))).toEqual(expected)
    for (const medicine of medicines) await store.change(medicine, { deleted: true })
  })

  test('of a medicine that is gone close, and name none', async () => {
    const medicine = buildMedicine({ name: 'Gone', currentStock: 1 })
    await store.receive(medicine)
    const { _id } = await alertOf('Gone')
    await store.change(medicine, { deleted: true })
    const alert = (await store.list('?status=resolved')).find((each) => each._id === _id)
    expect(alert).toMatchObject({ medicineId: null, status: 'resolved', resolved: { by: null } })
    const message = 'This alert was closed because its cause is gone'
    expect(await store.put(_id, { status: 'read' })).toMatchObject({ status: 409, body: { message } })
  })
})
