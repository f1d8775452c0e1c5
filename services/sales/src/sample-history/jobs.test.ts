import { setTimeout as delay } from 'node:timers/promises'
import { type FeedEvent, type Medicine, stockEffect, sumOf, type Transaction } from '@mms/contracts'
import { createLifecycle } from '@mms/service-kit'
import { beforeAll, expect, test } from 'vitest'
import { describeStore, type Store } from '../../test/support.ts'
import { createSampleHistory } from './jobs.ts'

describeStore('sample data on $name', (store) => {
  let medicines: Medicine[]
  beforeAll(async () => {
    const path = '/api/medicines/seed-sample-data'
    const { body } = await store.inventory.get<{ success: boolean }>(path, { token: store.staff })
    expect(body.success).toBe(true)
    medicines = (await store.inventory.get<Medicine[]>('/api/medicines', { token: store.staff })).body
    while (!(await db('sample_loads').where({ finished: true }).first('id'))) await delay(50)
  })

  const db: Store['database']['db'] = ((table: string) => store.db(table)) as never
  const countOf = async (table: string) => Number((await db(table).count({ count: '*' }))[0]?.count)

  test('brings a year of history that explains each stock', async () => {
    expect(medicines.length).toBeGreaterThan(30)
    const rows = await db('transactions').select('medicine_id', 'type', 'quantity', 'direction', 'sample')
    expect(rows.length).toBeGreaterThan(3_000)
    expect(rows.every(({ sample }) => Boolean(sample))).toBe(true)
    for (const medicine of medicines) {
      const own = rows.filter((row) => row.medicine_id === medicine._id)
      const effects = own.map((row) => stockEffect(row.type, row.quantity, row.direction ?? undefined))
      expect([medicine.name, sumOf(effects)]).toEqual([medicine.name, medicine.currentStock])
    }
  })

  test('is shown, counted, and told to other services', async () => {
    const total = await countOf('transactions')
    const page = await store.list('?limit=50')
    expect(Number(page.headers.get('x-total-count'))).toBe(total)
    expect(page.body.every((shown: Transaction) => shown.sample && shown.medicineId !== null)).toBe(true)
    const path = '/internal/feed?limit=10'
    const token = store.tokens.serviceToken('analytics')
    const { body } = await store.client.get<FeedEvent[]>(path, { token })
    expect(body[0]?.data).toMatchObject({ sample: true })
    expect(await countOf('outbox')).toBe(total)
  })

  test('is not written again when its event comes again', async () => {
    const before = await countOf('transactions')
    const lifecycle = createLifecycle()
    const history = createSampleHistory({ db: store.db, timeZone: 'Asia/Kolkata', lifecycle })
    const { id: loadedAt } = await db('sample_loads').first('id')
    const medicineIds = medicines.map(({ _id }) => _id)
    await store.db.transaction((trx) => history.accept({ medicineIds, loadedAt }, trx))
    await history.job.run()
    expect(await countOf('transactions')).toBe(before)
  })
})
