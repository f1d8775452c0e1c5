import { migrateForTest, openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { log, newKey } from '../../test/support.ts'
import type { LedgerLine } from '../inventory/client.ts'
import { migrations } from '../migrations/list.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { checkMedicine } from './comparison.ts'
import type { BookedTransaction, Finding } from './rules.ts'
import { createReconciliationStore } from './store.ts'

const BOOKED = 1_200

describe.each(testDatabases())('a medicine whose ledger lost its newest lines, on $name', ({ open }) => {
  const database = openForTests(() => open())
  const medicineId = newKey()
  const records = Array.from({ length: BOOKED }, (_, index) =>
    buildRecord({ medicineId, movementVersion: index + 1, balanceAfter: 5_000 - 2 * (index + 1) }),
  )
  beforeAll(async () => {
    await migrateForTest(database, migrations, { log })
    for (let from = 0; from < BOOKED; from += 100) {
      await createTransactionStore(database.db).insert(records.slice(from, from + 100))
    }
  })

  /** The ledger line of the transaction with this version. */
  function lineOf(version: number): LedgerLine {
    const { id: _id, type, balanceAfter } = records[version - 1] as (typeof records)[number]
    const line = { _id, medicineId, version, type, balanceAfter: balanceAfter as number }
    return { ...line, change: -2, commanded: true }
  }

  /** Checks sales against this ledger (newest line first). Also returns the number of rows in each read of sales. */
  async function check(ledger: LedgerLine[]) {
    const store = createReconciliationStore(database.db)
    const reads: number[] = []
    const reported: Finding[] = []
    const booked = async (...asked: [string, number, number]): Promise<BookedTransaction[]> => {
      const rows = await store.booked(...asked)
      reads.push(rows.length)
      return rows
    }
    const result = await checkMedicine(
      {
        store: { ...store, booked },
        inventory: {
          movements: async (_, before) => ledger.filter(({ version }) => version < before).slice(0, 500),
        },
        report: async (findings) => void reported.push(...findings),
        signal: AbortSignal.timeout(60_000),
      },
      { _id: medicineId, stockVersion: 0, currentStock: 0 },
      BOOKED,
    )
    return { result, reads, reported }
  }

  test.each([0, 1])('is read at most five hundred transactions at once where %i are left', async (left) => {
    const { result, reads, reported } = await check(Array.from({ length: left }, () => lineOf(1)))
    expect(reads).toEqual([500, 500, 200])
    expect(result).toEqual({ movements: left, transactions: BOOKED, missing: BOOKED - left })
    expect(reported.map(({ kind }) => kind)).toEqual([
      'chain_broken',
      ...Array(BOOKED - left).fill('transaction_without_movement'),
    ])
    expect(new Set(reported.slice(1).map(({ id }) => id)).size).toBe(BOOKED - left)
  })
})
