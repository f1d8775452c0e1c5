import { beforeEach, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { describeStore, newKey } from '../../test/support.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createHistory } from './service.ts'

/** 17:00 on a Monday at the store. */
const NOW = new Date('2026-11-23T11:30:00Z')
const at = (createdAt: string, differing: Partial<TransactionRecord> = {}) =>
  buildRecord({ createdAt: new Date(createdAt), ...differing })
const asha = { createdBy: 'asha', createdByName: 'Asha Rao' }
const binu = { createdBy: 'binu', createdByName: 'Binu Das' }

describeStore(
  'the day so far on $name',
  (store) => {
    beforeEach(async () => {
      await store.db('transactions').delete()
    })

    const readToday = async (...records: TransactionRecord[]) => {
      await createTransactionStore(store.db).insert(records)
      return createHistory(store.db, 'Asia/Kolkata').readToday(NOW)
    }

    test('is sales less refunds and all transactions, by person, those who sold most first', async () => {
      const noon = '2026-11-23T06:30:00Z'
      const today = await readToday(
        at(noon, { ...binu, totalPaise: 5_000 }),
        at(noon, { ...asha, totalPaise: 9_050 }),
        at(noon, { ...asha, type: 'return', totalPaise: 2_000 }),
        at(noon, { ...asha, type: 'purchase', totalPaise: 70_000 }),
        at(noon, { ...asha, totalPaise: 100, status: 'rejected' }),
      )
      expect(today).toMatchObject({ date: '2026-11-23', transactions: 4, sales: 120.5 })
      expect(today.people).toEqual([
        { _id: 'asha', name: 'Asha Rao', transactions: 3, sales: 70.5 },
        { _id: 'binu', name: 'Binu Das', transactions: 1, sales: 50 },
      ])
    })

    test('has neither what was undone nor what undid it, whoever undid it', async () => {
      const [sold, undoing] = [newKey(), newKey()]
      const { people, ...figures } = await readToday(
        at('2026-11-23T06:30:00Z', { ...asha, id: sold, reversedBy: undoing }),
        at('2026-11-23T06:31:00Z', { ...binu, id: undoing, reverses: sold, totalPaise: -2_000 }),
      )
      expect([figures.transactions, figures.sales, people]).toEqual([0, 0, []])
    })

    test('begins and ends at midnight in the store; a week before it ends at the same time', async () => {
      const today = await readToday(
        at('2026-11-22T18:29:59.999Z'),
        at('2026-11-22T18:30:00Z', { totalPaise: 100 }),
        at('2026-11-23T18:29:59.999Z', { totalPaise: 200 }),
        at('2026-11-23T18:30:00Z'),
        at('2026-11-15T18:29:59.999Z'),
        at('2026-11-15T18:30:00Z', { totalPaise: 700 }),
        at('2026-11-16T11:29:59.999Z', { totalPaise: 50 }),
        at('2026-11-16T11:30:00Z'),
      )
      expect([today.transactions, today.sales]).toEqual([2, 3])
      expect(today.weekBefore).toEqual({ date: '2026-11-16', transactions: 2, sales: 7.5 })
    })
  },
  { jobs: false },
)
