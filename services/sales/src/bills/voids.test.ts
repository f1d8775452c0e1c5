import { type Counter, financialYearOf, type ListedBill, storeDate } from '@mms/contracts'
import { expect, test } from 'vitest'
import { type BillAnswer, billAt, billCalls, lineOf } from '../../test/bills.ts'
import { codeOf } from '../../test/drawers.ts'
import { describeStore, newKey } from '../../test/support.ts'

describeStore('lost numbers on $name', (store) => {
  test('an administrator voids a number of a closed counter, which no late bill takes', async () => {
    const calls = billCalls(store.client, store)
    const medicine = await store.addMedicine()
    const lost = await calls.openCounter('L')
    const billOf = (at: number) => billAt(lost, at, { lines: [lineOf(medicine, 1)] })
    for (const at of [1, 4]) expect((await calls.send(billOf(at))).status).toBe(201)
    const path = `/api/bills/counters/${lost._id}`
    const year = financialYearOf(storeDate())
    const body = { year, number: 3, reason: 'Stolen laptop' }
    const voidIt = (differing: object = {}): Promise<BillAnswer> =>
      store.client.post(`${path}/voids`, { token: store.admin, body: { ...body, ...differing } })
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
    const found = await store.client.get<ListedBill[]>(`/api/bills?search=${number}`, { token: store.staff })
    expect(found.body).toMatchObject([{ number, reason, status: 'void', lines: 0 }])
    const late = await calls.send({ ...billOf(3), handedOver: true })
    const taken = { code: 'sales.number_taken', detail: `Number ${number} was voided: ${reason}` }
    expect(late).toMatchObject({ status: 409, body: taken })
    expect(await store.stockOf(medicine)).toBe(48)
    const counters = await store.client.get<Counter[]>('/api/bills/counters', { token: store.staff })
    expect(counters.body.find(({ _id }) => _id === lost._id)).toMatchObject({ year, last: 4, missing: [2] })
    const entry = { subject: number, actorName: 'Asha Rao', after: { reason } }
    expect(await store.audit({ action: 'bill.voided' })).toMatchObject([entry])
    expect(await store.sales.reconcile()).toMatchObject({ mismatches: 0, pending: 0 })
  })
})
