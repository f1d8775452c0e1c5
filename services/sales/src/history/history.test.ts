import type { Transaction } from '@mms/contracts'
import { statementsOf, type TestAnswer } from '@mms/service-kit/test-support'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildRecord, insertCounted } from '../../test/records.ts'
import { describeStore, newKey } from '../../test/support.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createCountStore } from './count-store.ts'
import { prepareDailyCounts } from './service.ts'

const TIME_ZONE = 'Asia/Kolkata'

describeStore(
  'the history on $name',
  (store) => {
    const medicineId = newKey()
    beforeAll(async () => {
      const medicine = { _id: medicineId, name: 'Cetirizine', category: 'Antihistamines', version: 1 }
      await createMedicineStore(store.db).apply([medicine as never])
    })
    beforeEach(async () => {
      await store.db('transactions').delete()
      await store.db('daily_counts').delete()
    })

    const insert = (...differing: Partial<TransactionRecord>[]) =>
      insertCounted(
        store.db,
        differing.map((one) => ({ medicineId, ...one })),
      )
    const at = (instant: string) => ({ createdAt: new Date(instant) })
    const shown = (answer: TestAnswer<Transaction[]>) => answer.body.map(({ _id }) => _id)
    const totalOf = (answer: TestAnswer<unknown>) => Number(answer.headers.get('x-total-count'))
    const nextOf = (answer: TestAnswer<unknown>) =>
      /<\/api\/transactions(\?.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]

    test('shows null for a medicine that nobody knows', async () => {
      await insert({ medicineId: newKey() })
      expect((await store.list()).body).toMatchObject([{ medicineId: null }])
    })

    test('names the deleted as deleted, by their own state alone', async () => {
      const [known, deleted] = [newKey(), newKey()]
      const medicine = { name: 'Cetirizine', category: 'Antihistamines', version: 1 }
      // Only the medicine's own `deleted` counts, not the same text in its name or in a part of it.
      const odd = { name: 'x"deleted":true', parts: [{ deleted: true }], deleted: false }
      await createMedicineStore(store.db).apply([
        { ...medicine, _id: known, ...odd } as never,
        { ...medicine, _id: deleted, deleted: true } as never,
      ])
      await insert({ medicineId: known }, { medicineId: deleted, createdAt: new Date(0) })
      const { body } = await store.list()
      expect(body.map(({ medicineId: shown }) => [shown?.name, shown?.deleted])).toEqual([
        ['x"deleted":true', undefined],
        ['Cetirizine', true],
      ])
    })

    const november = '?type=sale&startDate=2026-11-01&endDate=2026-11-30&limit=2'
    test.each(['', november, `?medicineId=${medicineId}`])(
      'a page of %j is one statement: its rows, their names and the total',
      async (query) => {
        await insert(at('2026-11-20T06:30:00Z'))
        expect(await statementsOf(store.db, () => store.list(query))).toHaveLength(1)
      },
    )

    test('has pending and completed ones, of a type, and from or until a day', async () => {
      const [pending, sale, last] = await insert(
        { status: 'pending', nextAttemptAt: new Date('2100-01-01') },
        at('2026-11-10T18:29:59.999Z'),
        at('2026-11-10T18:30:00.000Z'),
        { status: 'rejected', type: 'purchase' },
        { status: 'cancelled' },
        { ...at('2026-11-10T12:00:00Z'), type: 'purchase' },
      )
      const read = async (query: string) => {
        const answer = await store.list(query)
        return [shown(answer), totalOf(answer)]
      }
      expect(await read('?type=sale')).toEqual([[pending?.id, last?.id, sale?.id], 3])
      expect(await read('?startDate=2026-11-11')).toEqual([[pending?.id, last?.id], 2])
      expect(await read('?endDate=2026-11-10&type=sale')).toEqual([[sale?.id], 1])
    })

    test('counts by the days of another time zone once the store has moved', async () => {
      const { db } = store
      const evening = at('2026-11-10T20:00:00Z')
      await insert(evening, evening, at('2026-11-10T12:00:00Z'), { ...evening, type: 'purchase' })
      const byDay = () => db('daily_counts').orderBy(['day', 'type']).select()
      const before = await byDay()
      await prepareDailyCounts(db, 'UTC')
      expect(await byDay()).toMatchObject([
        { day: '2026-11-10', type: 'purchase', completed: 1, units_in: 2, units_out: 0 },
        { day: '2026-11-10', type: 'sale', completed: 3, units_in: 0, units_out: 6 },
      ])
      await prepareDailyCounts(db, TIME_ZONE)
      expect(await byDay()).toEqual(before)
    })

    test('pages through all of it once, also where many were made in the same millisecond', async () => {
      const same = Array.from({ length: 5 }, () => at('2026-11-02T10:00:00Z'))
      await insert(at('2026-11-01T10:00:00Z'), ...same, at('2026-11-03T10:00:00Z'), { type: 'purchase' })
      const all = shown(await store.list('?type=sale'))
      expect(all).toHaveLength(7)
      const paged: string[] = []
      for (let query: string | undefined = '?type=sale&limit=2'; query; ) {
        const answer: TestAnswer<Transaction[]> = await store.list(query)
        expect(totalOf(answer)).toBe(7)
        expect(answer.body.length).toBe(paged.length === 6 ? 1 : 2)
        paged.push(...shown(answer))
        query = nextOf(answer)
      }
      expect(paged).toEqual(all)
    })

    test('gives all of it where no page is asked for, however much that is', async () => {
      const { db } = store
      const records = Array.from({ length: 1_001 }, () => buildRecord({ medicineId }))
      for (let from = 0; from < records.length; from += 500) {
        await createTransactionStore(db).insert(records.slice(from, from + 500))
      }
      await createCountStore(db, TIME_ZONE).add(records)
      const answer = await store.list()
      expect([answer.body.length, totalOf(answer), nextOf(answer)]).toEqual([1_001, 1_001, undefined])
      const times = answer.body.map(({ createdAt, _id }) => `${createdAt} ${_id}`)
      expect(times).toEqual(times.toSorted().reverse())
      const page = await store.list('?limit=200')
      expect(answer.body.slice(0, 200)).toEqual(page.body)
      const after = new URLSearchParams(nextOf(page)).get('after')
      expect((await store.list(`?after=${after}`)).body).toEqual(answer.body.slice(200))
      expect((await store.list('?type=purchase')).body).toEqual([])
    })
  },
  { jobs: false },
)
