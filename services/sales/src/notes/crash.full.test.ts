import { testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { type BillAnswer, lineOf } from '../../test/bills.ts'
import { useCounter } from '../../test/crash.ts'
import { accountOf, untilFinal } from '../../test/processes.ts'
import { newKey, type ServiceName } from '../../test/support.ts'
import { failpoints } from '../failpoints.ts'

const steps: [ServiceName, string][] = [
  ['sales', failpoints.noteWritten],
  ['sales', failpoints.noteCommitted],
  ['inventory', 'inventory.command.received'],
  ['inventory', 'inventory.command.written'],
  ['inventory', 'inventory.command.committed'],
  ['sales', failpoints.commandAnswered],
  ['sales', failpoints.outcomeWritten],
  ['sales', failpoints.outcomeCommitted],
]

describe.each(testDatabases())('credit notes, whatever dies on $name', (database) => {
  const { store, makeBill, sendUntilFinal } = useCounter(database)

  test.each(steps)('a note is booked once when %s dies at %s', async (...[name, step]) => {
    // The second one is sold out, so its write-off must wait for the return.
    const [kept, broken] = [await store.addMedicine(), await store.addMedicine({ currentStock: 3 })]
    const bill = makeBill([lineOf(kept, 4), lineOf(broken, 3)])
    expect((await sendUntilFinal(bill)).status).toBe(201)
    const [one, other] = bill.lines.map(({ _id }) => _id)
    const note = {
      ...{ _id: newKey(), reason: 'Not needed' },
      lines: [
        { line: one, units: 3, to: 'stock' },
        { line: other, units: 3, to: 'write-off' },
      ],
    }
    const send = () =>
      store.process('sales').post(`/api/bills/${bill._id}/notes`, { token: store.token, body: note })
    await store.process(name).arm(`kill:${step}`)
    await send().catch(() => undefined)
    await store.restart(name)
    const answer = (await untilFinal(send as never)) as unknown as BillAnswer
    expect([answer.status, answer.body.number]).toEqual([
      201,
      expect.stringMatching(new RegExp(`^AC/..-../${String(bill.number).padStart(6, '0')}$`)),
    ])
    const accounts = [await accountOf(store, kept), await accountOf(store, broken)]
    expect(accounts.map(({ stock, statuses }) => [stock, statuses])).toEqual([
      [49, ['completed', 'completed']],
      [0, ['completed', 'completed', 'completed']],
    ])
    for (const { completedIds, movementIds, events } of accounts)
      expect([movementIds, events]).toEqual([completedIds, completedIds])
    const { db } = store.database
    expect(await db('bill_lines').where({ bill_id: note._id })).toHaveLength(2)
    expect(await db('bill_payments').where({ bill_id: note._id })).toHaveLength(1)
    expect(await db('bills').where({ credit_of: bill._id })).toHaveLength(1)
  })
})
