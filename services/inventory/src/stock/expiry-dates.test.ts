import type { CommandBatch, Medicine, StockOutcome, UpdateMedicine } from '@mms/contracts'
import { testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesOf, batchProblems, batchTools } from '../../test/batches.ts'
import { type Inventory, NOON, newId, openInventory, type SentCommand } from '../../test/support.ts'

const DECEMBER = '2026-12-31'
const JUNE = '2027-06-30'
const EXPIRED = '2026-10-18'

describe.each(testDatabases())('expiry dates on $name', (database) => {
  let inventory: Inventory
  const { act, find, save } = batchTools(() => inventory)
  beforeAll(async () => {
    inventory = await openInventory(database)
  })
  afterAll(() => inventory.close())

  async function send(medicineId: string, command: SentCommand, id = newId()) {
    const { status, body } = await inventory.command(id, { medicineId, ...command })
    expect(status).toBe(200)
    return { ...body, id, command }
  }
  type Sent = Awaited<ReturnType<typeof send>>
  const sell = (id: string, quantity: number) => send(id, { quantity })
  const buy = (id: string, quantity: number, batch?: CommandBatch) =>
    send(id, { type: 'purchase', quantity, batch })
  const undo = (medicineId: string, { id, command: { batch: _, ...command } }: Sent) =>
    send(medicineId, { ...command, reverses: id })
  const read = async (id: string) =>
    (await inventory.client.get<Medicine>(`/api/medicines/${id}`, { token: inventory.staff })).body
  async function edit(id: string, differing: Partial<UpdateMedicine>) {
    const { name, category, currentStock, minStockLevel, unitPrice, expiryDate } = await read(id)
    const body = { name, category, currentStock, minStockLevel, unitPrice, expiryDate, ...differing }
    return inventory.client.put<Medicine>(`/api/medicines/${id}`, { token: inventory.admin, body })
  }
  /** Units in stock, as `number date units`, and the books in order. */
  async function stock(id: string) {
    expect(await batchProblems(inventory, id)).toEqual([])
    const batches = await batchesOf(inventory, id)
    return batches
      .filter((batch) => batch.stock > 0)
      .map((batch) => [batch.number || '-', batch.expiryDate ?? '-', batch.stock].join(' '))
      .toSorted()
  }
  const code = (outcome: StockOutcome) => (outcome.outcome === 'rejected' ? outcome.code : outcome.outcome)

  test('the date of a sold-out batch does not pass to other stock', async () => {
    const { _id } = await inventory.create({ currentStock: 3, expiryDate: DECEMBER })
    await buy(_id, 5, { number: 'N1', expiryDate: JUNE })
    const first = await sell(_id, 3)
    await sell(_id, 5)
    expect(await read(_id)).toMatchObject({ currentStock: 0, expiryDate: JUNE })
    await undo(_id, first)
    expect(await stock(_id)).toEqual([`- ${DECEMBER} 3`])
    expect(await read(_id)).toMatchObject({ currentStock: 3, expiryDate: DECEMBER })
  })

  test('who knows of no batches counts on beside expired stock', async () => {
    const { _id } = await inventory.create({ currentStock: 5, expiryDate: EXPIRED })
    await buy(_id, 10)
    expect(await stock(_id)).toEqual(['- - 10', `- ${EXPIRED} 5`])
    expect(await edit(_id, { currentStock: 18 })).toMatchObject({ status: 200, body: { currentStock: 18 } })
    expect(await stock(_id)).toEqual(['- - 13', `- ${EXPIRED} 5`])
    expect((await edit(_id, { currentStock: 12 })).status).toBe(200)
    expect(await stock(_id)).toEqual(['- - 12'])
  })

  test('a delivery without a number keeps the date that it names, and the stock there keeps its own', async () => {
    const a = await inventory.create({ currentStock: 5, expiryDate: '2027-12-31' })
    await buy(a._id, 5, { number: 'N1', expiryDate: '2027-01-31' })
    await buy(a._id, 10, { expiryDate: '2027-01-31' })
    expect(await stock(a._id)).toEqual(['- 2027-01-31 10', '- 2027-12-31 5', 'N1 2027-01-31 5'])
    const b = await inventory.create({ currentStock: 20, expiryDate: DECEMBER })
    const delivery = await buy(b._id, 10, { expiryDate: '2028-01-31' })
    expect(await stock(b._id)).toEqual([`- ${DECEMBER} 20`, '- 2028-01-31 10'])
    expect(await read(b._id)).toMatchObject({ expiryDate: DECEMBER })
    await undo(b._id, delivery)
    expect(await stock(b._id)).toEqual([`- ${DECEMBER} 20`])
  })

  test('undoing a delivery takes its date away, also where no other stock is left', async () => {
    const { _id } = await inventory.create({ currentStock: 0, expiryDate: null })
    const delivery = await buy(_id, 10, { expiryDate: JUNE })
    await undo(_id, delivery)
    expect(await read(_id)).toMatchObject({ currentStock: 0, expiryDate: null })
    await buy(_id, 4)
    expect(await stock(_id)).toEqual(['- - 4'])
    await buy(_id, 2, { expiryDate: JUNE })
    expect(await stock(_id)).toEqual(['- - 4', `- ${JUNE} 2`])
  })

  test('a purchase is undone whatever number and date its stock has got since', async () => {
    const { _id } = await inventory.create({ currentStock: 0, expiryDate: null })
    const purchase = await buy(_id, 10)
    const numbered = await save(await find(_id, null), { number: 'D', expiryDate: JUNE })
    expect(numbered).toMatchObject({ status: 200, body: { number: 'D', stock: 10 } })
    await save(await find(_id, 'D'), { number: 'E' })
    expect(await undo(_id, purchase)).toMatchObject({ outcome: 'applied', balanceAfter: 0 })
    expect(await stock(_id)).toEqual([])
    const plain = await buy(_id, 3)
    expect(plain.outcome).toBe('applied')
    expect(await stock(_id)).toEqual(['- - 3'])
  })

  test('units that a count finds never go on hold without being asked for', async () => {
    const { _id } = await inventory.create({ currentStock: 0 })
    await buy(_id, 5, { number: 'R', expiryDate: JUNE })
    const { _id: held } = await find(_id, 'R')
    await act('recall', { batchIds: [held], reason: 'maker' })
    const count = { type: 'adjustment' as const, direction: 'increase' as const, quantity: 20 }
    expect(await send(_id, count)).toMatchObject({ code: 'inventory.batch_needed' })
    expect(await edit(_id, { currentStock: 25 })).toMatchObject({
      status: 409,
      body: { code: 'inventory.batch_needed' },
    })
    expect(await send(_id, { ...count, batch: { number: 'S', expiryDate: DECEMBER } })).toMatchObject({
      lines: [{ number: 'S', effect: 20 }],
    })
    await send(_id, { ...count, quantity: 1, batch: { expiryDate: null } })
    expect(await stock(_id)).toEqual(['- - 1', `R ${JUNE} 5`, `S ${DECEMBER} 20`])
    const back = await send(_id, {
      ...{ type: 'return' as const, quantity: 1 },
      batch: { shares: [{ batchId: held, units: 1 }] },
    })
    expect(back).toMatchObject({ lines: [{ number: 'R', effect: 1, held: true }] })
  })

  test('a delivery is never born expired', async () => {
    const { _id } = await inventory.create({ currentStock: 4, expiryDate: EXPIRED })
    await send(_id, { type: 'expired', quantity: 4 })
    expect(await read(_id)).toMatchObject({ currentStock: 0, expiryDate: EXPIRED })
    await buy(_id, 10)
    expect(await stock(_id)).toEqual(['- - 10'])
    expect(code(await sell(_id, 1))).toBe('applied')
  })

  test('an expired date is received only where that was confirmed, with a number and without', async () => {
    const { _id } = await inventory.create({ currentStock: 0, expiryDate: null })
    for (const number of [undefined, 'X1']) {
      const batch = { ...(number && { number }), expiryDate: EXPIRED }
      expect(await buy(_id, 2, batch)).toMatchObject({ code: 'inventory.batch_expired' })
      expect(await buy(_id, 2, { ...batch, acceptExpired: true })).toMatchObject({ outcome: 'applied' })
    }
    expect(await stock(_id)).toEqual([`- ${EXPIRED} 2`, `X1 ${EXPIRED} 2`])
    expect(code(await sell(_id, 1))).toBe('inventory.medicine_expired')
  })

  test('plain calls work on one batch', async () => {
    const { _id } = await inventory.create({ currentStock: 10, expiryDate: JUNE })
    await buy(_id, 5)
    await sell(_id, 3)
    expect((await edit(_id, { currentStock: 20 })).status).toBe(200)
    expect((await edit(_id, { expiryDate: DECEMBER })).status).toBe(200)
    await sell(_id, 20)
    expect(await read(_id)).toMatchObject({ currentStock: 0, expiryDate: DECEMBER })
    expect((await edit(_id, { expiryDate: JUNE })).body).toMatchObject({ currentStock: 0, expiryDate: JUNE })
    await buy(_id, 5)
    expect(await stock(_id)).toEqual([`- ${JUNE} 5`])
    await sell(_id, 5)
    const both = await edit(_id, { currentStock: 7, expiryDate: '2028-02-29' })
    expect(both).toMatchObject({ status: 200, body: { currentStock: 7, expiryDate: '2028-02-29' } })
    expect((await edit(_id, { expiryDate: null })).body).toMatchObject({ expiryDate: null })
    await send(_id, { type: 'adjustment', quantity: 2 })
    await send(_id, { type: 'return', quantity: 1 })
    expect(await stock(_id)).toEqual(['- - 10'])
    const emptied = await edit(_id, { currentStock: 0, expiryDate: JUNE })
    expect(emptied.body).toMatchObject({ currentStock: 0, expiryDate: JUNE })
  })

  test('the form does not date stock that was sold: undoing the sale brings its own date back', async () => {
    const { _id } = await inventory.create({ currentStock: 3, expiryDate: DECEMBER })
    const sale = await sell(_id, 3)
    await edit(_id, { expiryDate: JUNE })
    await undo(_id, sale)
    expect(await stock(_id)).toEqual([`- ${DECEMBER} 3`])
  })

  test('a return of unknown origin is not made younger than what was there', async () => {
    const { _id } = await inventory.create({ currentStock: 1, expiryDate: EXPIRED })
    await send(_id, { type: 'expired', quantity: 1 })
    await send(_id, { type: 'return', quantity: 1 })
    expect(await stock(_id)).toEqual([`- ${EXPIRED} 1`])
    expect(code(await sell(_id, 1))).toBe('inventory.medicine_expired')
  })

  test('a sale that was made too long ago is judged by the server’s day', async () => {
    const { _id } = await inventory.create({ currentStock: 5, expiryDate: '2026-11-20' })
    inventory.setNow('2026-11-24T06:30:00.000Z')
    expect(code(await send(_id, { madeAt: NOON }))).toBe('inventory.medicine_expired')
    inventory.setNow('2026-11-23T06:30:00.000Z')
    expect(code(await send(_id, { madeAt: NOON }))).toBe('applied')
    inventory.setNow(NOON)
  })
})
