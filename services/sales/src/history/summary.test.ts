import type { TransactionsSummary } from '@mms/contracts'
import { beforeEach, expect, test } from 'vitest'
import { insertCounted } from '../../test/records.ts'
import { describeStore, newKey } from '../../test/support.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { prepareDailyCounts } from './service.ts'

const TIME_ZONE = 'Asia/Kolkata'

describeStore(
  'the sums of the history on $name',
  (store) => {
    const ours = newKey()
    beforeEach(async () => {
      await store.db('transactions').delete()
      await store.db('daily_counts').delete()
    })

    const get = <T>(path: string) => store.client.get<T>(`/api/transactions/${path}`, { token: store.staff })
    const summarize = async (query = '') => (await get<TransactionsSummary>(`summary${query}`)).body
    const insert = (...records: Partial<TransactionRecord>[]) =>
      insertCounted(
        store.db,
        records.map((one) => ({ medicineId: ours, ...one })),
      )

    /** One transaction of each type, a reversal of a sale, and some without effect. */
    const aDay = (day: string): Partial<TransactionRecord>[] => {
      const createdAt = new Date(`${day}T06:30:00Z`)
      return [
        { createdAt, type: 'sale', quantity: 5, totalPaise: 5_000 },
        { createdAt, type: 'sale', quantity: 2, totalPaise: -2_000, reverses: newKey() },
        { createdAt, type: 'purchase', quantity: 10, totalPaise: 7_050 },
        { createdAt, type: 'return', quantity: 1, totalPaise: 1_000 },
        { createdAt, type: 'expired', quantity: 4, totalPaise: 4_000 },
        { createdAt, type: 'adjustment', direction: 'increase', quantity: 3, totalPaise: 300 },
        { createdAt, type: 'adjustment', direction: 'decrease', quantity: 6, totalPaise: 600 },
        { createdAt, type: 'sale', quantity: 100, status: 'rejected' },
        { createdAt, type: 'sale', quantity: 100, status: 'pending', nextAttemptAt: new Date('2100-01-01') },
      ]
    }
    const all = { count: 7, unitsIn: 10 + 1 + 3, unitsOut: 5 - 2 + 4 + 6, rupeesIn: 30, rupeesOut: 80.5 }

    test('are units, and rupees taken and paid, less what was undone, without what had no effect', async () => {
      await insert(...aDay('2026-11-10'))
      expect(await summarize()).toEqual(all)
      expect(await summarize(`?medicineId=${ours}`)).toEqual(all)
      const sales = { count: 2, unitsIn: 0, unitsOut: 3, rupeesIn: 30, rupeesOut: 0 }
      expect(await summarize('?type=sale')).toEqual(sales)
    })

    test('are exact up to what a number holds, and beyond it refused, not rounded', async () => {
      const createdAt = new Date()
      const most = { createdAt, type: 'sale', quantity: 1, totalPaise: 90_000_000_000_000 } as const
      const rest = Number.MAX_SAFE_INTEGER - 100 * most.totalPaise
      await insert(...Array.from({ length: 100 }, () => most), { ...most, totalPaise: rest })
      const paths = ['summary', `summary?medicineId=${ours}`, 'today']
      for (const path of paths) {
        const { body } = await get<{ rupeesIn?: number; sales?: number }>(path)
        expect(body.rupeesIn ?? body.sales).toBe(90_071_992_547_409.91)
      }
      await insert({ ...most, totalPaise: 2 })
      const tooLarge = { status: 422, body: { code: 'request.sum_too_large' } }
      for (const path of paths) expect(await get(path)).toMatchObject(tooLarge)
      // Here the database computes the sums; before, they were added row by row.
      await prepareDailyCounts(store.db, 'Asia/Tokyo')
      expect(await get('summary')).toMatchObject(tooLarge)
      await prepareDailyCounts(store.db, TIME_ZONE)
      await insert({ ...most, totalPaise: -2, reverses: newKey() })
      expect((await summarize()).rupeesIn).toBe(90_071_992_547_409.91)
    })

    test('do not swell by what was undone, and without it no day has a part of it', async () => {
      const [createdAt, nextDay] = [new Date('2026-11-10T06:30:00Z'), new Date('2026-11-11T06:30:00Z')]
      const units = { sale: 700, purchase: 900, return: 60, expired: 50, increase: 2_020, decrease: 30 }
      const none = { unitsIn: 0, unitsOut: 0, rupeesIn: 0, rupeesOut: 0 }
      for (const [name, quantity] of Object.entries(units)) {
        const direction = name.endsWith('crease') ? (name as 'increase' | 'decrease') : null
        const type = direction ? 'adjustment' : (name as TransactionRecord['type'])
        const one = { createdAt, type, direction, quantity }
        await insert({ ...one, reversedBy: newKey() })
        await insert({ ...one, createdAt: nextDay, totalPaise: -2_000, reverses: newKey() })
      }
      for (const query of ['', `?medicineId=${ours}`, '?startDate=2026-11-10'])
        expect(await summarize(query)).toEqual({ ...none, count: 12 })
      expect(await summarize('?type=adjustment')).toEqual({ ...none, count: 4 })
      expect(await summarize('?endDate=2026-11-10')).toMatchObject({ count: 6, rupeesIn: 20 })
      await insert({ createdAt, type: 'adjustment', direction: 'decrease', quantity: 3 })
      expect(await summarize()).toMatchObject({ unitsIn: 0, unitsOut: 3 })
      const before = { ...none, count: 1, unitsOut: 3 }
      expect(await summarize('?undone=excluded&endDate=2026-11-10')).toEqual(before)
    })

    test('are those of one person, as the list is', async () => {
      const [asha, ravi] = [newKey(), newKey()]
      await insert(...aDay('2026-11-10').map((one) => ({ ...one, createdBy: asha })))
      await insert({ createdAt: new Date('2026-11-11T06:30:00Z'), quantity: 9, createdBy: ravi })
      expect(await summarize(`?person=${asha}`)).toEqual(all)
      expect(await summarize(`?person=${ravi}&medicineId=${ours}`)).toMatchObject({ count: 1, unitsOut: 9 })
      expect(await summarize(`?person=${ravi}&type=purchase`)).toMatchObject({ count: 0 })
      const list = await store.list(`?person=${asha}&type=sale&limit=1`)
      expect([list.body.length, list.headers.get('x-total-count')]).toEqual([1, '3'])
      expect(list.headers.get('link')).toContain(`person=${asha}`)
      expect((await store.list(`?person=${ravi}`)).body).toMatchObject([{ quantity: 9 }])
      expect((await store.list(`?person=${newKey()}&limit=5`)).body).toEqual([])
    })
  },
  { jobs: false },
)
