import { type BatchMovement, type Movement, medicinesSnapshotSchema, type StockOutcome } from '@mms/contracts'
import { expect, test } from 'vitest'
import { batchesOf, batchTools } from '../../test/batches.ts'
import { answered, describeInventory, newId } from '../../test/support.ts'

describeInventory('batches on $name', (inventory) => {
  const { send, buy, list: listed, good, linesOf, three } = batchTools(() => inventory)
  const balancesOf = (outcome: StockOutcome) =>
    'lines' in outcome
      ? outcome.lines.map(({ number, effect, balanceAfter }) => [number, effect, balanceAfter])
      : outcome
  const list = (id: string) => listed(id, '?empty=true', inventory.admin)
  const stocks = async (id: string) =>
    Object.fromEntries((await batchesOf(inventory, id)).map(({ number, stock }) => [number, stock]))
  const two = async (differing: object = {}) => {
    const { _id } = await inventory.create({ currentStock: 5, expiryDate: null, ...differing })
    await buy(_id, 5, { number: 'A', expiryDate: '2027-08-31' })
    return _id
  }

  test('an expired date is received only where that was confirmed, with a number and without', async () => {
    const { _id } = await inventory.create({ currentStock: 0, expiryDate: null })
    for (const number of [undefined, 'X1']) {
      const batch = { ...(number && { number }), expiryDate: '2026-10-18' }
      expect(await buy(_id, 2, batch)).toMatchObject({ code: 'inventory.batch_expired' })
      expect(await buy(_id, 2, { ...batch, acceptExpired: true })).toMatchObject({ outcome: 'applied' })
    }
    expect(await stocks(_id)).toEqual({ '': 2, X1: 2 })
    expect(await send(_id, { quantity: 1 })).toMatchObject({ code: 'inventory.medicine_expired' })
    await good(_id)
  })

  test('a number that is there needs no date again, and takes no other', async () => {
    const id = await three({ name: 'Calpol' })
    expect(balancesOf(await buy(id, 1, { number: ' b ' }))).toEqual([['B', 1, 6]])
    const expected = { code: 'inventory.batch_expiry' }
    expect(await buy(id, 1, { number: 'B', expiryDate: '2027-03-31' })).toMatchObject(expected)
    expect(await buy(id, 1, { number: 'B', expiryDate: null })).toMatchObject({
      code: 'inventory.batch_expiry',
      message: 'Batch B of Calpol is on record with 28 Feb 2027, not no expiry date',
    })
    await good(id)
  })

  test('a purchase gives a pack its exact price, which ends with the next price of a unit', async () => {
    const id = await two({ unitPrice: 3, mrp: 4, packSize: 10 })
    const batch = { number: 'P', expiryDate: '2027-09-30' }
    await buy(id, 10, { ...batch, unitPrice: 3.03, packPrice: 30.35, mrp: 3.14, packMrp: 31.45 })
    const bought = async () => (await list(id)).find(({ number }) => number === 'P')
    expect(await bought()).toMatchObject({ unitPrice: 3.03, packPrice: 30.35, mrp: 3.14, packMrp: 31.45 })
    await buy(id, 10, batch)
    expect(await bought()).toMatchObject({ packPrice: 30.35, packMrp: 31.45 })
    await buy(id, 10, { ...batch, unitPrice: 2.9 })
    expect(await bought()).toMatchObject({ unitPrice: 2.9, packPrice: null, packMrp: 31.45 })
  })

  test('a purchase says what its batch sells for and who delivered it, not above its MRP', async () => {
    const id = await two({ unitPrice: 10, mrp: 12 })
    const batch = { number: 'P', expiryDate: '2027-09-30' }
    for (const prices of [{ unitPrice: 13 }, { mrp: 9 }, { unitPrice: 20, mrp: 19 }]) {
      expect(await buy(id, 1, { ...batch, ...prices })).toMatchObject({ code: 'inventory.batch_mrp' })
    }
    await buy(id, 1, { ...batch, unitPrice: 20, mrp: 21, supplier: 'Apollo' })
    const bought = (await list(id)).find(({ number }) => number === 'P')
    expect(bought).toMatchObject({ unitPrice: 20, mrp: 21, supplier: 'Apollo', stock: 1 })
    await buy(id, 1, { number: 'P', unitPrice: 18 })
    const expected = { unitPrice: 18, mrp: 21, stock: 2 }
    expect((await list(id)).find(({ number }) => number === 'P')).toMatchObject(expected)
    await good(id)
  })

  test('a purchase names its batch by number or by date, not by id', async () => {
    const id = await two()
    const { _id = '' } = (await list(id)).find(({ number }) => number === 'A') ?? {}
    for (const batch of [{ _id: newId() }, { _id }])
      expect(await buy(id, 1, batch)).toMatchObject({ code: 'inventory.batch_not_found' })
    expect(linesOf(await buy(id, 2, { number: 'A' }))).toEqual([['A', 2]])
    expect(linesOf(await buy(id, 2, { expiryDate: '2027-09-30' }))).toEqual([[null, 2]])
    await good(id)
  })

  test('units returned to batches are not more than the returned quantity', async () => {
    const id = await two()
    const sale = newId()
    await send(id, { quantity: 3 }, sale)
    const { _id: batchId } = (await list(id)).find(({ number }) => number === 'A') ?? { _id: '' }
    const back = (units: number) =>
      send(id, { type: 'return', quantity: 2, batch: { shares: [{ batchId, units }] } })
    expect(await back(3)).toMatchObject({
      code: 'inventory.batch_units',
      message: 'The batches add up to more than the 2 units returned',
    })
    expect(linesOf(await back(2))).toEqual([['A', 2]])
    await good(id)
  })

  test('the price of a medicine is not above the MRP of a batch that is sold at it', async () => {
    const id = await two({ name: 'Zincovit', unitPrice: 10, mrp: null })
    await buy(id, 5, { number: 'P', expiryDate: '2027-09-30', mrp: 12 })
    const message = 'The price of Zincovit cannot be above ₹12.00, the MRP of its batch P'
    for (const batch of [undefined, { number: 'Q', expiryDate: '2027-10-31' }]) {
      const changes = { unitPrice: 13 }
      expect(await send(id, { type: 'purchase', quantity: 1, changes, batch })).toMatchObject({ message })
    }
    const medicine = await inventory.medicine(id, inventory.admin)
    const put = (unitPrice: number) => inventory.save(medicine, { unitPrice })
    const errors = { unitPrice: 'is above the MRP of batch P' }
    expect(await put(13)).toMatchObject(answered(400, { message, errors }))
    expect(await inventory.save(medicine, { packPrice: 13 })).toMatchObject(answered(400, { message }))
    expect(await put(12)).toMatchObject({ status: 200 })
    await good(id)
  })

  test('a batch goes back to its supplier until its last day, which is on record', async () => {
    const { _id: id } = await inventory.create({ name: 'Ecosprin', currentStock: 0, expiryDate: null })
    await buy(id, 5, { number: 'S', expiryDate: '2027-09-30', supplier: 'Apollo', returnBy: '2026-11-19' })
    await buy(id, 5, { number: 'T', expiryDate: '2027-09-30' })
    const back = { type: 'adjustment', direction: 'decrease', quantity: 5 } as const
    const sendBack = (number: string, key = newId()) =>
      send(id, { ...back, batch: { number, toSupplier: true } }, key)
    expect(await sendBack('S')).toMatchObject({
      code: 'inventory.return_window',
      message: 'The supplier accepted returns of batch S of Ecosprin until 19 Nov 2026',
    })
    const key = newId()
    expect(linesOf(await sendBack('T', key))).toEqual([['T', -5]])
    await send(id, { ...back, quantity: 1, batch: { number: 'S' } })
    const sent = (await inventory.movements(id)).map(({ type, toSupplier }) => `${type} ${toSupplier}`)
    expect(sent.slice(0, 2)).toEqual(['purchase undefined', 'purchase undefined'])
    expect(sent.slice(2)).toEqual(['adjustment true', 'adjustment undefined'])
    const returned = (await list(id)).find(({ number }) => number === 'T')
    const moved = await inventory.get<BatchMovement[]>(`/api/medicines/batches/${returned?._id}/movements`)
    const marks = moved.body.flatMap(({ _id, toSupplier }) => [_id === key, toSupplier])
    expect(marks).toEqual([true, true, false, undefined])
    await good(id)
  })

  test('movements and snapshots carry lines and batches', async () => {
    const id = await two()
    await send(id, { quantity: 7 })
    const movements = await inventory.get<Movement[]>(`/api/medicines/${id}/movements`)
    const lines = movements.body[0]?.lines?.map((one) => [one.number, one.effect, one.balanceAfter].join())
    expect(lines?.toSorted()).toEqual([',-2,3', 'A,-5,0'])
    expect(movements.body[1]?.lines).toMatchObject([{ number: 'A', effect: 5, balanceAfter: 5 }])
    const token = inventory.tokens.serviceToken('sales')
    const pages = (path: string) => inventory.read(path, token)
    const medicines = medicinesSnapshotSchema.parse(await pages('/internal/medicines?limit=1000')).medicines
    expect(medicines.find(({ _id }) => _id === id)?.batches).toMatchObject([{ number: null, stock: 3 }])
  })
})
