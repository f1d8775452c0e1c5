import type { CreateBill } from '@mms/contracts'
import { testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { type BillAnswer, lineOf } from '../../test/bills.ts'
import { crashAt, useCounter } from '../../test/crash.ts'
import type { ServiceName } from '../../test/support.ts'
import { failpoints } from '../failpoints.ts'

const steps: [ServiceName, string][] = [
  ['sales', failpoints.billWriting],
  ['sales', failpoints.billCommitted],
  ['inventory', 'inventory.group.received'],
  ['inventory', 'inventory.group.written'],
  ['inventory', 'inventory.group.committed'],
  ['sales', failpoints.billAnswered],
  ['sales', failpoints.billWritten],
  ['sales', failpoints.billFinal],
]

describe.each(testDatabases())('bills, whatever dies on $name', (database) => {
  const { store, makeBill, send, sendUntilFinal } = useCounter(database)
  const crash = async (at: (typeof steps)[number], bill: CreateBill) =>
    (await crashAt(store, at, () => send(bill))) as unknown as BillAnswer

  /** A bill of 4 units of a medicine and 3 units of another one, of which there is so much. */
  async function billOf(otherStock: number) {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const other = await store.addMedicine({ currentStock: otherStock })
    return { medicine, other, bill: makeBill([lineOf(medicine, 4), lineOf(other, 3)]) }
  }

  test.each(steps)('a bill is booked once when %s dies at %s', async (...at) => {
    const { medicine, other, bill } = await billOf(50)
    const answer = await crash(at, bill)
    expect([answer.status, answer.body.status]).toEqual([201, 'final'])
    expect([await store.stockOf(medicine), await store.stockOf(other)]).toEqual([46, 47])
    const movements = [...(await store.movementsOf(medicine)), ...(await store.movementsOf(other))]
    const ids = bill.lines.map(({ _id }) => _id).toSorted()
    expect(movements.map(({ _id }) => _id).toSorted()).toEqual(ids)
    const { db } = store.database
    const rows = await db('transactions').where({ bill_id: bill._id }).orderBy('id')
    expect(rows.map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, 'completed']))
    expect((await db('outbox').whereIn('subject', ids).pluck('subject')).toSorted()).toEqual(ids)
    expect(await db('bill_lines').where({ bill_id: bill._id })).toHaveLength(2)
  })

  const written = ([, step]: [ServiceName, string]) => step === failpoints.billWritten
  test.each(steps.filter((step) => !written(step)))(
    'a refused bill moves nothing when %s dies at %s',
    async (...at) => {
      const { medicine, bill } = await billOf(2)
      const refused = [{ _id: bill.lines[1]?._id }]
      expect(await crash(at, bill)).toMatchObject({ status: 409, body: { refused } })
      const again = makeBill([lineOf(medicine, 4)], bill.number)
      expect((await sendUntilFinal(again)).status).toBe(201)
      expect(await store.stockOf(medicine)).toBe(46)
      expect(await store.database.db('transactions').where({ bill_id: bill._id })).toEqual([])
    },
  )
})
