import { type AuditEntry, type Counter, financialYearOf, type ListedBill, storeDate } from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { type BillAnswer, billAt, billCalls, lineOf } from '../../test/bills.ts'
import { newKey, openStore } from '../../test/support.ts'

const codeOf = ({ status, body }: BillAnswer) => [status, body.code]

describe.each(testDatabases())('lost numbers on $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database))

  test('an administrator voids a number of a closed counter, which no late bill takes', async () => {
    const calls = billCalls(store.client, store)
    const medicine = await store.addMedicine()
    const lost = await calls.openCounter('L')
    const billOf = (at: number) => billAt(lost, at, { lines: [lineOf(medicine, 1)] })
    for (const at of [1, 4]) expect((await calls.send(billOf(at))).status).toBe(201)
    const path = `/api/bills/counters/${lost._id}`
    const year = financialYearOf(storeDate())
    const body = { year, number: 3, reason: 'Stolen laptop' }
    const voidIt = async (differing: object = {}) =>
      store.client.post<BillAnswer['body']>(`${path}/voids`, {
        token: store.admin,
        body: { ...body, ...differing },
      })
    expect(codeOf(await voidIt())).toEqual([409, 'sales.counter_open'])
    await store.client.post(`${path}/closing`, { token: store.admin })
    for (const wrong of [{ number: 0 }, { number: 1_000_000 }, { reason: ' ' }, { year: '2026' }])
      expect(codeOf(await voidIt(wrong))).toEqual([400, 'request.invalid'])
    expect(codeOf(await voidIt({ number: 4 }))).toEqual([409, 'sales.number_taken'])
    const unknown = `/api/bills/counters/${newKey()}/voids`
    expect((await store.client.post(unknown, { token: store.admin, body })).status).toBe(404)

    const both = await Promise.all([voidIt(), voidIt()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const made = both.find(({ status }) => status === 201)?.body as BillAnswer['body']
    const [number, reason] = [`L/${year}/000003`, 'Stolen laptop']
    expect(made).toMatchObject({ number, reason, status: 'void', seller: { name: 'Asha Rao' }, payable: 0 })
    expect((await calls.readBill(made._id)).body).toEqual(made)
    expect(
      (await store.client.get<ListedBill[]>(`/api/bills?search=${number}`, { token: store.staff })).body,
    ).toMatchObject([{ number, reason, status: 'void', lines: 0 }])
    const late = await calls.send({ ...billOf(3), handedOver: true })
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'sales.number_taken', detail: `Number ${number} was voided: ${reason}` },
    ])
    expect(await store.stockOf(medicine)).toBe(48)
    const counters = await store.client.get<Counter[]>('/api/bills/counters', { token: store.staff })
    expect(counters.body.find(({ _id }) => _id === lost._id)).toMatchObject({ year, last: 4, missing: [2] })
    const log = await store.client.get<AuditEntry[]>('/api/transactions/history?action=bill.voided', {
      token: store.admin,
    })
    expect(log.body).toMatchObject([{ subject: number, actorName: 'Asha Rao', after: { reason } }])
    const report = await store.sales.reconcile()
    expect(report).toMatchObject({ mismatches: 0, pending: 0 })
  })
})
