import type { Transaction } from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { openStore, type TransactionInput } from '../../test/support.ts'

const [FIRST, LATER] = ['2027-02-28', '2027-08-31']

describe.each(testDatabases())('transactions of scanned packs on $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database))

  const linesOf = ({ lines }: Pick<Transaction, 'lines'>) =>
    lines?.map(({ number, effect }) => [number, effect])
  const good = async (asked: TransactionInput) => {
    const { status, body } = await store.record(asked)
    expect([status, body]).toEqual([201, expect.anything()])
    return body
  }
  /** 5 of B, which expires first, and 5 of A. */
  async function two() {
    const { _id: medicineId } = await store.addMedicine({ name: 'Dolo', currentStock: 0 })
    const buy = (number: string, expiryDate: string) =>
      good({ medicineId, type: 'purchase', quantity: 5, batch: { number, expiryDate } })
    await buy('A', LATER)
    await buy('B', FIRST)
    return medicineId
  }

  test('go to inventory with number and date in every type, and show them', async () => {
    const medicineId = await two()
    const batch = { number: 'A', expiryDate: LATER, scanned: true } as const
    for (const [type, effect] of [
      ['sale', -1],
      ['return', 1],
      ['expired', -1],
      ['adjustment', 1],
    ] as const) {
      const recorded = await good({ medicineId, type, batch })
      expect(linesOf(recorded)).toEqual([['A', effect]])
      expect(recorded.batch).toEqual(batch)
    }
  })

  test('of an unknown batch come back to the batches that were sold', async () => {
    const medicineId = await two()
    await good({ medicineId, batch: { number: 'A', scanned: true } })
    const batch = { number: 'NEW', scanned: true } as const
    const back = await good({ medicineId, type: 'return', batch })
    expect(linesOf(back)).toEqual([['A', 1]])
    expect(back.batch).toEqual(batch)
  })
})
