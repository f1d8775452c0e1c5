import { addDays, defaultBillSettings, type ListedBill, storeDate } from '@mms/contracts'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { lineOf, numberText, type SoldMedicine, useBills } from '../../test/bills.ts'
import { newKey } from '../../test/support.ts'

describe.each(testDatabases())('unusual bills on $name', (database: TestDatabase) => {
  const { store, desk, make, good } = useBills(database)

  test('a bill that a restored backup lacks is booked again, and moves nothing twice', async () => {
    const medicine = await store.addMedicine()
    const bill = make([lineOf(medicine, 2), lineOf(medicine, 1)])
    await good(bill)
    const { db } = store
    await db('bills').where({ id: bill._id }).delete()
    for (const table of ['bill_lines', 'bill_payments', 'bill_taxes', 'transactions'])
      await db(table).where({ bill_id: bill._id }).delete()
    expect(await store.sales.reconcile()).toMatchObject({ mismatches: 2 })
    const madeAt = new Date(Date.now() - 120_000).toISOString()
    expect(await good({ ...bill, madeAt, handedOver: true })).toMatchObject({ status: 'final' })
    expect(await store.stockOf(medicine)).toBe(47)
    expect(await store.sales.reconcile()).toMatchObject({ mismatches: 0 })
  })

  test('a restored backup may lack the settings by which a bill was rounded', async () => {
    const medicine = await store.addMedicine({ packSize: 15, packPrice: 34.5, packMrp: 34.5 })
    const exact = { ...defaultBillSettings, roundOff: 'none' } as const
    const bill = make([lineOf(medicine, 15)], { settingsVersion: 5 }, exact)
    expect(await desk.send(bill)).toMatchObject({ status: 409, body: { code: 'sales.settings_changed' } })
    const wrong = { payable: 3_440, roundOff: -10, payments: [{ mode: 'cash' as const, amount: 3_440 }] }
    expect((await desk.send({ ...bill, ...wrong, handedOver: true })).status).toBe(422)
    const booked = { payable: 3_450, rounding: 'none', overLimit: expect.stringContaining('not rounded') }
    expect(await good({ ...bill, handedOver: true })).toMatchObject(booked)
    expect((await desk.send(make([lineOf(medicine, 15)], {}, exact))).body.code).toBe('sales.sums_differ')
  })

  test('a line with the id of a sale that moved nothing moves nothing either', async () => {
    const medicine = await store.addMedicine()
    const { _id } = (await store.withdraw({ medicineId: medicine._id }, newKey())).body
    for (const more of [{}, { handedOver: true } as const]) {
      const { status, body } = await desk.send(make([lineOf(medicine, 1, { _id })], more))
      expect([status, body.code]).toEqual([400, 'request.invalid'])
    }
    expect(await store.stockOf(medicine)).toBe(50)
  })

  test('goods at the highest prices are booked, whatever they are', async () => {
    const dear = { unitPrice: 1e7, mrp: null }
    for (const medicine of [await store.addMedicine(), { _id: newKey() }]) {
      const priced = { ...medicine, ...dear }
      const lines = [lineOf(priced, 1), lineOf({ ...priced, packSize: 1_000 }, 2)]
      expect((await good(make(lines, { handedOver: true }))).total).toBe(1e9 + 2e9)
    }
  })

  test('one handed over with another pack size or tax class says so', async () => {
    const medicine = await store.addMedicine({ packSize: 15, packPrice: 35, packMrp: 35 })
    const handOver = async (differing: object) =>
      (await good(make([lineOf(medicine, 15, differing)], { handedOver: true }))).lines[0]
    expect(await handOver({})).not.toHaveProperty('bookPrice')
    expect(await handOver({ packSize: 1_000 })).toMatchObject({ net: 52, bookPrice: 233_333 })
    expect(await handOver({ taxClass: 'nil' })).toMatchObject({ net: 3_500, bookTaxClass: 'medicine' })
    const { body } = await store.client.get<ListedBill[]>('/api/bills?differs=true', { token: store.staff })
    const numbers = [desk.number, desk.number - 1].map(numberText)
    expect(body.slice(0, 2).map(({ number }) => number)).toEqual(numbers)
    const differences = JSON.stringify((await store.audit({ action: 'bill' })).slice(0, 2))
    expect(differences).toContain('tax class medicine in the records')
    expect(differences).toContain('₹35.00 instead of ₹2333.33')
  })

  test('one handed over without prescription, or of another time, says so', async () => {
    const medicine = await store.addMedicine({ schedule: 'H1' })
    await store.untilKnown(medicine)
    const plain = await store.addMedicine()
    const handOver = async (sold: SoldMedicine, day = storeDate()) =>
      (await good(make([lineOf(sold, 1)], { handedOver: true, day }))).overLimit
    expect(await handOver(medicine)).toContain('the name of the patient')
    expect(await handOver(plain, '1926-04-01')).toContain('The date of the bill')
    expect(await handOver(plain, addDays(storeDate(), 2))).toContain('The date of the bill')
    expect(await handOver(plain, addDays(storeDate(), -31))).toBeUndefined()
    const sellOn = (days: number) => desk.send(make([lineOf(plain, 1)], { day: addDays(storeDate(), days) }))
    expect([(await sellOn(2)).status, (await sellOn(3)).status]).toEqual([201, 400])
  })

  test('one handed over while inventory decides stays so', async () => {
    const bill = make([lineOf(await store.addMedicine(), 1)])
    const isHandedOver = async () => (await desk.readBill(bill._id)).body.handedOver
    store.inventory.signal('SIGSTOP')
    const asked = desk.send(bill)
    await expect.poll(isHandedOver).toBe(false)
    const handedOver = desk.send({ ...bill, handedOver: true })
    await expect.poll(isHandedOver).toBe(true)
    store.inventory.signal('SIGCONT')
    await Promise.all([asked, handedOver])
    await expect.poll(async () => (await desk.readBill(bill._id)).body.status).toBe('final')
    expect(await isHandedOver()).toBe(true)
  })

  test('an own name is not chosen by the seller', async () => {
    const lines = [lineOf(await store.addMedicine(), 1)]
    const { seller: own } = await good(make(lines))
    const more = { handedOver: true, seller: { ...own, name: 'Another' } } as const
    expect((await good(make([lineOf(await store.addMedicine(), 1)], more))).seller).toEqual(own)
  })
})
