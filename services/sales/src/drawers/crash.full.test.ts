import { type Drawer, financialYearOf } from '@mms/contracts'
import { openForTests, type TestAnswer, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { billAt, billCalls, lineOf, proofOf } from '../../test/bills.ts'
import { openProcesses, untilFinal } from '../../test/processes.ts'
import { failpoints } from '../failpoints.ts'

describe.each(testDatabases())('drawers, whatever dies on $name', (database) => {
  const store = openForTests(() => openProcesses(database))
  let reports = 0

  test.each([
    failpoints.billAnswered,
    failpoints.billWritten,
    failpoints.billFinal,
    failpoints.drawerClosed,
    failpoints.drawerClosingCommitted,
  ])('a drawer is closed once with its bill when sales dies at %s', async (step) => {
    const admin = store.tokens.token({ role: 'admin' })
    const calls = billCalls(store.process('sales'), { admin, staff: store.token })
    const counter = await calls.openCounter(String.fromCharCode(65 + reports))
    reports += 1
    const { body: opened } = await calls.openDrawer(counter)
    const bill = billAt(counter, 1, { lines: [lineOf(await store.addMedicine({ unitPrice: 100 }), 2)] })
    const closing = { counter: proofOf(counter), counted: { notes: [], coins: 220_000 } }
    const highest = { [financialYearOf(bill.day)]: 1 }
    const close = () => calls.closeDrawer(opened._id, { ...closing, highest })
    await store.process('sales').arm(`kill:${step}`)
    await calls.send(bill).catch(() => undefined)
    await close().catch(() => undefined)
    await store.restart('sales')
    await untilFinal(() => calls.send(bill) as never)
    const answer = (await untilFinal(close as never)) as unknown as TestAnswer<Drawer>
    const figures = { sales: 20_000, byMode: { cash: 20_000 }, bills: [{ count: 1 }] }
    const report = { number: expect.stringMatching(/Z.*000001$/), difference: 0 }
    expect(answer).toMatchObject({ status: 200, body: { figures, closing: report } })
    expect((await calls.readDrawer(opened._id)).body).toEqual(answer.body)
    const { db } = store.database
    expect(await db('bill_payments').where({ bill_id: bill._id })).toMatchObject([{ drawer_id: opened._id }])
    const closings = { action: 'drawer.closed', subject: counter.code }
    expect(await db('audit_entries').where(closings)).toHaveLength(1)
  })
})
