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

  async function billOf(stocks: [number, number], units: [number, number]) {
    const medicines = [
      await store.addMedicine({ currentStock: stocks[0] }),
      await store.addMedicine({ currentStock: stocks[1] }),
    ]
    return {
      medicines,
      bill: makeBill(medicines.map((medicine, at) => lineOf(medicine, units[at] as number))),
    }
  }

  test.each(steps)('a bill is booked once when %s dies at %s', async (...at) => {
    const { medicines, bill } = await billOf([50, 50], [4, 3])
    const answer = await crash(at, bill)
    expect([answer.status, answer.body.status]).toEqual([201, 'final'])
    const stocks = await Promise.all(medicines.map((medicine) => store.stockOf(medicine)))
    const movements = (await Promise.all(medicines.map((one) => store.movementsOf(one)))).flat()
    const ids = bill.lines.map(({ _id }) => _id).toSorted()
    expect([stocks, movements.map(({ _id }) => _id).toSorted()]).toEqual([[46, 47], ids])
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
      const { medicines, bill } = await billOf([50, 2], [4, 3])
      const refused = await crash(at, bill)
      expect([refused.status, refused.body.refused?.map(({ _id }) => _id)]).toEqual([
        409,
        [bill.lines[1]?._id],
      ])
      const first = medicines[0]
      if (!first) throw new Error('no medicine')
      const again = makeBill([lineOf(first, 4)], bill.number)
      expect((await sendUntilFinal(again)).status).toBe(201)
      expect(await store.stockOf(first)).toBe(46)
      expect(await store.database.db('transactions').where({ bill_id: bill._id })).toEqual([])
    },
  )
})
