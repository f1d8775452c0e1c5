import { setTimeout as delay } from 'node:timers/promises'
import type { Medicine } from '@mms/contracts'
import { testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { lineOf, useBills } from '../../test/bills.ts'
import { buildRecord } from '../../test/records.ts'
import { answered, newKey } from '../../test/support.ts'
import { compareBooked } from '../reconcile/rules.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'

describe.each(testDatabases())('a conversion from packs to units on $name', (database) => {
  const { store, make, good } = useBills(database)

  const strips = (differing = {}) => store.addMedicine({ unitPrice: 35, currentStock: 50, ...differing })
  const stateOf = async ({ _id }: Medicine) => {
    const row = await store.db('medicines').where({ id: _id }).first('state')
    return JSON.parse(row?.state ?? '{}')
  }
  async function known(medicine: Medicine, packSize: number): Promise<void> {
    while ((await stateOf(medicine)).packSize !== packSize) await delay(20)
  }
  async function convert(medicine: Medicine): Promise<Medicine> {
    const answer = await store.inventory.put<Medicine>(`/api/medicines/${medicine._id}/pack`, {
      ...{ token: store.admin, body: { packSize: 15, packWord: 'strip', unitWord: 'tablet' } },
    })
    expect(answer.status).toBe(200)
    await known(medicine, 15)
    return answer.body
  }
  /** Inserts a pending transaction and lets the sweeper settle it. */
  async function settled(differing: Partial<TransactionRecord>) {
    const record = buildRecord({ status: 'pending', nextAttemptAt: new Date(0), command: null, ...differing })
    await createTransactionStore(store.db).insert([record])
    for (;;) {
      const { body } = await store.read(record.id)
      if (body.status !== 'pending') return body
      await delay(20)
    }
  }
  const packSizes = async ({ _id }: Medicine) =>
    store.db('transactions').where({ medicine_id: _id }).orderBy('id').pluck('pack_size')
  const returnable = async ({ _id }: Medicine) => {
    const path = `/api/transactions/returnable/${_id}`
    return (await store.client.get<{ units: number }>(path, { token: store.staff })).body.units
  }

  test('sells nothing in packs afterwards that was made before', async () => {
    const medicine = await strips()
    const { _id: medicineId } = medicine
    await known(medicine, 1)
    const madeBefore = new Date(Date.now() - 120_000).toISOString()
    await convert(medicine)
    const sale = { medicineId, type: 'sale', quantity: 2 } as const
    expect(await settled({ ...sale, packSize: 1 })).toMatchObject({ status: 'rejected' })
    const answers = [
      await store.record({ ...sale, packSize: 1 }),
      await store.record(sale, newKey(), madeBefore),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toEqual([409, expect.objectContaining({ code: 'inventory.pack_changed' })])
    expect(await store.stockOf(medicine)).toBe(750)
    const inUnits = { ...sale, unitPrice: 2.33 }
    expect((await store.record({ ...inUnits, packSize: 15 })).body).toMatchObject({ newStockLevel: 748 })
    expect((await store.record(inUnits)).body).toMatchObject({ newStockLevel: 746 })
    expect(await settled({ ...sale, type: 'expired', packSize: 1 })).toMatchObject({ newStockLevel: 716 })
    expect(await packSizes(medicine)).toEqual(expect.arrayContaining([1, 15]))
  })

  test('takes back what was sold before in units, and undoes none of it', async () => {
    const medicine = await strips()
    const sold = await store.record({ medicineId: medicine._id, quantity: 2, unitPrice: 35 })
    await convert(medicine)
    expect(await returnable(medicine)).toBe(30)
    expect(await store.reverse(sold.body._id)).toMatchObject(answered(409, { code: 'sales.converted_since' }))
    const back = { medicineId: medicine._id, type: 'return', quantity: 15, unitPrice: 2.33 } as const
    expect(await store.record(back)).toMatchObject({
      ...{ status: 201, body: { newStockLevel: 735, lines: [{ effect: 15 }] } },
    })
    expect(await returnable(medicine)).toBe(15)
    const { body } = await store.record({ ...back, type: 'sale', quantity: 3 })
    expect(await returnable(medicine)).toBe(18)
    expect(await store.reverse(body._id)).toMatchObject({ status: 201 })
  })

  test('judges packs that come back or are lost by the limits of their units', async () => {
    const medicine = await strips({ unitPrice: 350, expiryDate: '2031-01-31' })
    const { _id: medicineId } = medicine
    await known(medicine, 1)
    await convert(medicine)
    await store.record({ medicineId, quantity: 15, unitPrice: 23.33 })
    const packs = { medicineId, packSize: 1, unitPrice: 0 }
    for (const asked of [
      { ...packs, type: 'return', quantity: 14 },
      { ...packs, type: 'return', quantity: 1, unitPrice: 400 },
      { ...packs, type: 'expired', quantity: 20, note: 'Fell down' },
    ] as const)
      expect(await store.record(asked)).toMatchObject(answered(403, { code: 'sales.approval_required' }))
    expect(await store.stockOf(medicine)).toBe(735)
    const back = { ...packs, type: 'return', quantity: 1, unitPrice: 350 } as const
    const returned = await store.record(back)
    expect(returned).toMatchObject({ status: 201, body: { newStockLevel: 750 } })
    expect(await returnable(medicine)).toBe(0)
    expect(await store.reverse(returned.body._id)).toMatchObject(answered(201, { newStockLevel: 735 }))
    expect(await returnable(medicine)).toBe(15)
  })

  test('takes no packs back of a medicine that was always counted in units', async () => {
    const medicine = await strips({ packSize: 10, packPrice: 35, unitPrice: 3.5 })
    await known(medicine, 10)
    const sold = { medicineId: medicine._id, quantity: 10, unitPrice: 3.5 }
    await store.record(sold)
    const back = { ...sold, type: 'return', quantity: 1, packSize: 1 } as const
    expect(await store.record(back)).toMatchObject(answered(409, { code: 'inventory.pack_changed' }))
    expect(await store.stockOf(medicine)).toBe(40)
  })

  test('leaves bills as they were, and their goods come back in units', async () => {
    const medicine = await strips()
    const early = await good(make([lineOf(medicine, 3)]))
    expect(early.status).toBe('final')
    await known(medicine, 1)
    await convert(medicine)
    const late = await good(make([lineOf(medicine, 2)], { handedOver: true }))
    expect(late).toMatchObject({ status: 'final', lines: [{ units: 2, found: 0 }] })
    expect(late.lines[0]).not.toHaveProperty('bookPrice')
    expect([await store.stockOf(medicine), await returnable(medicine)]).toEqual([47 * 15 - 30, 0])
    for (const [bill, units] of [
      [early, 1],
      [early, 2],
      [late, 2],
    ] as const) {
      const lines = [{ line: bill.lines[0]?._id, units, to: units === 2 ? 'write-off' : 'stock' }]
      const { status } = await store.client.post(`/api/bills/${bill._id}/notes`, {
        ...{ token: store.admin, body: { _id: newKey(), refundMode: 'cash', reason: 'Not needed', lines } },
      })
      expect(status).toBe(201)
    }
    while (await store.db('transactions').where({ status: 'pending' }).first()) await delay(20)
    expect(await store.stockOf(medicine)).toBe(50 * 15 - 60)
    const all = await store.db('transactions').where({ medicine_id: medicine._id })
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 'completed'))
    const booked = all.map((row) => ({
      ...{ id: row.id, type: row.type, direction: row.direction, quantity: row.quantity },
      ...{ reverses: null, balanceAfter: row.balance_after, packSize: row.pack_size },
      movementVersion: row.movement_version,
    }))
    const lines = (await store.movementsOf(medicine)).map((line) => ({ ...line, commanded: true }))
    expect(compareBooked(await stateOf(medicine), booked, lines)).toEqual([])
  })
})
