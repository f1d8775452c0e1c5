import { type Alert, type AlertGeneration, alertGenerationSchema } from '@mms/contracts'
import { createReadModel } from '@mms/service-kit'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectConsistent } from '../../test/consistent.ts'
import { buildMedicine } from '../../test/medicines.ts'
import { NOON, openStore, type Store } from '../../test/support.ts'
import { medicinesModel } from '../medicines/store.ts'

const HOUR = 3_600_000
const later = (hours: number, ms = 0) => new Date(Date.parse(NOON) + hours * HOUR + ms).toISOString()

describe.each(testDatabases())('the life of an alert on $name', (database: TestDatabase) => {
  let store: Store
  beforeEach(async () => {
    store = await openStore(database)
    await store.tellConditions()
  })
  afterEach(async () => {
    await expectConsistent(store.database.db)
    await store.close()
  })

  const statuses = async () => (await store.list()).map(({ status, severity }) => `${status} ${severity}`)
  const newest = async () => (await store.list())[0] as Alert
  const resolve = async () => store.put((await newest())._id, { status: 'resolved' })

  test('opens at once when stock reaches its minimum, and renews when it gets worse', async () => {
    let medicine = buildMedicine({ currentStock: 11 })
    await store.receive(medicine)
    expect(await statuses()).toEqual([])
    medicine = await store.change(medicine, { currentStock: 10 })
    expect(await statuses()).toEqual(['new low'])
    const opened = await newest()
    store.setNow(later(1))
    medicine = await store.change(medicine, { currentStock: 9 })
    // The severity is unchanged: the message is updated, but no event is published.
    expect(await newest()).toMatchObject({ _id: opened._id, status: 'new', detail: 'Low: 9 left (min 10)' })
    expect(await store.database.db('outbox').pluck('type')).toEqual(['alerts.alert.opened'])
    medicine = await store.change(medicine, { currentStock: 4 })
    expect(await newest()).toMatchObject({
      ...{ _id: opened._id, severity: 'medium', createdAt: opened.createdAt, renewedAt: later(1) },
      message: expect.stringContaining('4 left'),
    })
    await store.change(medicine, { currentStock: 50 })
    expect(await newest()).toMatchObject({
      ...{ _id: opened._id, status: 'resolved', resolved: { at: later(1), by: null } },
    })
  })

  test('names the same salt at once and when generating, of whatever category', async () => {
    const composition = 'Acetaminophen 650 mg'
    const dolo = buildMedicine({ name: 'Dolo 650', composition, category: 'Analgesics', currentStock: 80 })
    await store.receive(dolo)
    const medicine = buildMedicine({ name: 'Paracetamol 650 mg', category: 'Antipyretics', currentStock: 11 })
    await store.receive(medicine)
    await store.change(medicine, { currentStock: 0 })
    const found = async () => (await store.list('?type=recommended_stock')).map(({ detail }) => detail)
    const expected = ['Out of stock (min 10). Same salt in stock: Dolo 650 (80)']
    expect(await found()).toEqual(expected)
    await store.generate()
    expect(await found()).toEqual(expected)
    await store.change(dolo, { currentStock: 79 })
    expect(await found()).toEqual(['Out of stock (min 10). Same salt in stock: Dolo 650 (79)'])
  })

  test('the button says what it did; pressed often at once, nothing is doubled', async () => {
    // Stored without being judged, as after a restart.
    await createReadModel(store.database.db, medicinesModel).apply([buildMedicine({ currentStock: 0 })])
    const press = () => store.client.post<AlertGeneration>('/api/alerts/generate', { token: store.admin })
    const answers = await Promise.all(Array.from({ length: 5 }, press))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const [first, ...others] = answers.map(({ body }) => body)
    expect(first).toMatchObject({ success: true, opened: 1, renewed: 0, closed: 0 })
    expect(first?.message).toMatch(/^1 new alert, 0 renewed, 0 closed\. /)
    // Fields that only the schedule needs are not in the answer.
    expect(Object.keys(first ?? {}).toSorted()).toEqual(Object.keys(alertGenerationSchema.shape).toSorted())
    // Requests that arrived before the first run began share its answer. Later ones share one more run.
    for (const other of others) if (other?.opened !== 0) expect(other).toEqual(first)
    expect(await store.list()).toHaveLength(1)
  })

  test('resolved by hand, a cause that holds keeps quiet for 24 hours', async () => {
    await store.receive(buildMedicine({ currentStock: 8 }))
    await resolve()
    store.setNow(later(24, -1))
    await store.generate()
    expect(await statuses()).toEqual(['resolved low'])
    store.setNow(later(24))
    await store.generate()
    expect(await statuses()).toEqual(['new low', 'resolved low'])
    await store.generate()
    expect(await statuses()).toHaveLength(2)
  })

  test.each([{}, { snoozeDays: 90 }])(
    'resolved with %j while a clock ran ahead, it does not keep quiet for as long',
    async (given) => {
      await store.receive(buildMedicine({ currentStock: 8 }))
      store.setNow(later(365 * 24))
      await store.put((await newest())._id, { status: 'resolved', ...given })
      store.setNow(later(0))
      await store.generate()
      expect(await statuses()).toEqual(['new low', 'resolved low'])
    },
  )

  test('snoozed, a cause that holds keeps quiet until a store day begins, and then raises a new alert', async () => {
    await store.receive(buildMedicine({ currentStock: 8 }))
    const answer = await store.put((await newest())._id, { status: 'resolved', snoozeDays: 3 })
    // The third midnight in Kolkata from now.
    const until = '2026-11-23T18:30:00.000Z'
    expect(answer.body).toMatchObject({ status: 'resolved', resolved: { snoozedUntil: until } })
    store.setNow(new Date(Date.parse(until) - 1).toISOString())
    await store.generate()
    expect(await statuses()).toEqual(['resolved low'])
    store.setNow(until)
    await store.generate()
    expect(await statuses()).toEqual(['new low', 'resolved low'])
  })

  test('snoozed, it comes back at once when it gets worse, or expires', async () => {
    const medicine = buildMedicine({ currentStock: 8, minStockLevel: 5, expiryDate: '2026-11-22' })
    await store.receive(medicine)
    await store.put((await newest())._id, { status: 'resolved', snoozeDays: 30 })
    const less = await store.change(medicine, { currentStock: 5 })
    expect(await statuses()).toEqual(['new low', 'resolved medium'])
    await store.put((await newest())._id, { status: 'resolved', snoozeDays: 30 })
    await store.change(less, { currentStock: 2 })
    expect(await statuses()).toEqual(['new medium', 'resolved low', 'resolved medium'])
    store.setNow('2026-11-22T18:30:00.000Z')
    await store.generate()
    expect((await newest()).type).toBe('expired')
  })

  test('a lot is to be returned, then expires soon, then has expired: one alert', async () => {
    await store.receive(buildMedicine({ expiryDate: '2027-02-19' }))
    const { _id } = await newest()
    const types = []
    for (const now of [NOON, '2027-01-20T06:30:00Z', '2027-02-20T06:30:00Z']) {
      store.setNow(now)
      await store.generate()
      types.push((await newest()).type)
    }
    expect(types).toEqual(['return_to_distributor', 'expiry', 'expired'])
    expect(await newest()).toMatchObject({ _id, status: 'new', severity: 'high' })
    expect((await store.summary()).byType).toMatchObject({ expired: 1, expiry: 0, return_to_distributor: 0 })
  })

  test('of a medicine that inventory forgot, restored from a backup, it closes', async () => {
    await store.receive(buildMedicine({ currentStock: 0 }))
    await store.database.db('medicines').delete()
    expect(await store.generate()).toMatchObject({ closed: 1 })
    expect(await newest()).toMatchObject({ medicineId: null, status: 'resolved' })
  })

  test('nothing is judged, and it is said, before inventory has told of its medicines', async () => {
    await store.receive(buildMedicine({ currentStock: 0 }))
    await store.database.db('feed_cursors').delete()
    await store.database.db('medicines').delete()
    const { closed, notes, message } = await store.generate()
    expect(closed).toBe(0)
    expect(notes).toContain('The medicine list has not arrived yet, so nothing was checked.')
    expect(message).toContain(notes[0])
    expect(await statuses()).toEqual(['new high'])
  })

  test('high demand stays as it is while nobody has told of season and climate', async () => {
    const demandFactors = {
      ...{ seasonal: true, seasonalTrend: { winter: 1, spring: 1, summer: 1, fall: 3 } },
      ...{ climateDependent: false, climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 } },
    }
    await store.receive(buildMedicine({ currentStock: 20, demandFactors }))
    expect(await statuses()).toEqual(['new high'])
    await store.database.db('conditions').delete()
    const { notes } = await store.generate()
    expect(notes).toContain('Season and climate are not known yet, so high demand was not checked.')
    expect(await statuses()).toEqual(['new high'])
    await store.tellConditions({ season: 'spring' })
    expect((await store.generate()).notes).toContain(
      'The analytics service cannot be reached. Season and climate are from 21 Nov 2026, 12:00 pm.',
    )
    expect(await statuses()).toEqual(['resolved high'])
  })
})
