import type { AuditEntry, BatchFlow, MedicineHistoryLine, StockOutcome } from '@mms/contracts'
import { expect, test } from 'vitest'
import { batchTools } from '../../test/batches.ts'
import { answered, describeInventory, newId } from '../../test/support.ts'

const JUNE = '2027-06-30'
const RECALLS = '/api/medicines/batches/recalls'

describeInventory('recalls and stock on hold on $name', (inventory) => {
  const { act, buy, find, good, list, save, send } = batchTools(() => inventory)

  let serial = 0
  const newMaker = () => `Maker ${++serial}`
  const recall = (manufacturer: string, number: string) =>
    act('recall', { manufacturer, number, reason: 'notice 9' })
  async function medicineOf(manufacturer: string): Promise<string> {
    return (await inventory.create({ manufacturer, currentStock: 0, expiryDate: null }))._id
  }
  const deliver = (id: string, number: string, units = 5) => buy(id, units, { number, expiryDate: JUNE })
  const held = (outcome: StockOutcome) =>
    outcome.outcome === 'applied' ? outcome.lines?.map(({ held: isHeld }) => isHeld === true) : outcome
  const edit = async (id: string, differing: object, token = inventory.staff) =>
    inventory.save(await inventory.medicine(id), differing, token)

  test('a recall holds what is delivered later, under any medicine of the maker', async () => {
    const maker = newMaker()
    const [one, other, foreign] = [
      await medicineOf(maker),
      await medicineOf(maker.toUpperCase()),
      await medicineOf(newMaker()),
    ]
    expect((await recall(maker, 'AB1')).status).toBe(200)
    expect(held(await deliver(one, 'AB1'))).toEqual([true])
    expect(await find(one, 'AB1')).toMatchObject({ status: 'recalled', held: { reason: 'notice 9' } })
    expect(held(await deliver(other, 'AB1'))).toEqual([true])
    expect(held(await deliver(foreign, 'AB1'))).toEqual([false])
    expect(await send(one, { quantity: 1 })).toMatchObject({ outcome: 'rejected' })
    await act('release', { manufacturer: maker, number: 'AB1', reason: 'all clear' })
    expect(held(await deliver(one, 'AB1'))).toEqual([false])
    expect(await send(one, { quantity: 1 })).toMatchObject({ outcome: 'applied' })
    for (const id of [one, other, foreign]) await good(id)
  })

  test('a release needs a recent proof of the administrator', async () => {
    const id = await medicineOf(newMaker())
    await deliver(id, 'P1')
    const which = { batchIds: [(await find(id, 'P1'))._id], reason: 'x' }
    await act('recall', which)
    const pin = inventory.tokens.token({ role: 'admin', authTime: 0 })
    expect(await act('release', which, pin)).toMatchObject(answered(403, { code: 'auth.reauthenticate' }))
    expect(await find(id, 'P1')).toMatchObject({ status: 'recalled' })
  })

  test('a recall by id is remembered too, even for a deleted medicine', async () => {
    const maker = newMaker()
    const [one, other] = [await medicineOf(maker), await medicineOf(maker)]
    await deliver(one, 'C3')
    const batchIds = [(await find(one, 'C3'))._id]
    await inventory.remove({ _id: one })
    expect(await act('release', { batchIds, reason: 'all clear' })).toMatchObject({ status: 404 })
    await act('recall', { batchIds, reason: 'notice 9' })
    expect(held(await deliver(other, 'C3'))).toEqual([true])
  })

  test('releasing one batch leaves the recall in force, and the batch released', async () => {
    const maker = newMaker()
    const [one, other] = [await medicineOf(maker), await medicineOf(maker)]
    await deliver(one, 'E1')
    await recall(maker, 'E1')
    await act('release', { batchIds: [(await find(one, 'E1'))._id], reason: 'tested' })
    expect(held(await deliver(one, 'E2'))).toEqual([false])
    await save(await find(one, 'E1'), { unitPrice: 3 })
    expect(await find(one, 'E1')).toMatchObject({ status: 'available' })
    expect(held(await deliver(other, 'E1'))).toEqual([true])
    expect(held(await deliver(one, 'E1'))).toEqual([true])
  })

  test('a recall that found no batch is listed, and is released by maker and number', async () => {
    const maker = newMaker()
    const listed = async () =>
      (await inventory.read<{ manufacturer: string }[]>(RECALLS)).find(
        ({ manufacturer }) => manufacturer === maker,
      )
    await recall(maker, 'N1')
    expect(await listed()).toMatchObject({ number: 'N1', reason: 'notice 9', byName: 'Asha Rao' })
    const release = () => act('release', { manufacturer: maker, number: 'N1', reason: 'all clear' })
    expect(await release()).toMatchObject({ status: 200, body: [] })
    expect(await listed()).toBeUndefined()
    expect(await release()).toMatchObject({ status: 404, body: { code: 'inventory.batch_not_found' } })
    expect(held(await deliver(await medicineOf(maker), 'N1'))).toEqual([false])
  })

  test('a recall and a delivery of the same moment: one of them sees the other', async () => {
    for (let round = 0; round < 8; round += 1) {
      const maker = newMaker()
      const id = await medicineOf(maker)
      await Promise.all([recall(maker, 'R1'), deliver(id, 'R1')])
      expect(await find(id, 'R1')).toMatchObject({ status: 'recalled', stock: 5 })
    }
  })

  const alike = ['ＡＢ１', 'A\u200BB1', 'ab1 ', 'AB1\uFE0F', 'A\u034FB1', 'AB1\u0301']
  test.each(alike)('the number %j of a recall is AB1', async (number) => {
    const maker = newMaker()
    const id = await medicineOf(maker)
    await recall(maker, 'AB1')
    expect(held(await deliver(id, number))).toEqual([true])
  })

  test.each([
    'Kilo  Pharma',
    'kilo pharma. ',
    'Kilo\u00A0Pharma',
    'Ｋilo Pharma',
    'Ki\u200Blo Pharma',
    'Кilо Рhаrmа',
  ])('the maker %j is Kilo Pharma', async (maker) => {
    const number = `K${++serial}`
    const [before, later] = [await medicineOf('Kilo Pharma'), await medicineOf('Kilo Pharma')]
    await deliver(before, number)
    expect((await recall(maker, number)).body).toMatchObject([{ medicineId: before, status: 'recalled' }])
    expect(held(await deliver(later, number))).toEqual([true])
  })

  test('dashes are one dash', async () => {
    const id = await medicineOf(newMaker())
    await deliver(id, 'A–1')
    await deliver(id, 'A-1')
    expect(await list(id)).toMatchObject([{ number: 'A-1', stock: 10 }])
  })

  test.each(['АB1', 'АВ1', 'AB\u0661', 'ÁB1', 'A\tB1', '\u200B'])('%j is no batch number', async (number) => {
    const id = await medicineOf(newMaker())
    const answer = await inventory.command(newId(), {
      ...{ medicineId: id, type: 'purchase', quantity: 1 },
      batch: { number, expiryDate: JUNE },
    })
    expect(answer).toMatchObject({ status: 400, body: { errors: { 'batch.number': expect.any(String) } } })
  })

  test('neither another number nor another maker takes a batch out of a recall', async () => {
    const maker = newMaker()
    const id = await medicineOf(maker)
    await deliver(id, 'OK1')
    await recall(maker, 'BAD')
    await save(await find(id, 'OK1'), { number: 'bad' })
    expect(await find(id, 'BAD')).toMatchObject({ status: 'recalled', held: { reason: 'notice 9' } })
    const second = await medicineOf(newMaker())
    await deliver(second, 'BAD')
    expect((await edit(second, { manufacturer: maker, currentStock: 5 })).status).toBe(200)
    expect(await find(second, 'BAD')).toMatchObject({ status: 'recalled' })
    const renamed = await save(await find(id, 'BAD'), { number: 'GOOD' }, {}, inventory.staff)
    expect(renamed).toMatchObject({ status: 403, body: { code: 'inventory.batch_held' } })
    expect((await save(await find(id, 'BAD'), { number: 'GOOD' })).status).toBe(200)
    const { _id } = await find(id, 'GOOD')
    await inventory.remove({ _id: id })
    const body = await inventory.read<BatchFlow>(`/api/medicines/batches/${_id}`)
    expect(body.formerNumbers).toEqual(['BAD', 'OK1'])
  })

  test('a recall holds a batch that was renamed before it', async () => {
    const maker = newMaker()
    const [id, other] = [await medicineOf(maker), await medicineOf(newMaker())]
    for (const each of [id, other]) {
      await deliver(each, 'X1')
      await save(await find(each, 'X1'), { number: 'X1A' }, {}, inventory.staff)
      await save(await find(each, 'X1A'), { number: 'X1B' }, {}, inventory.staff)
    }
    const { body } = await recall(maker, 'X1')
    expect(body).toMatchObject([{ medicineId: id, number: 'X1B', status: 'recalled' }])
    expect(await send(id, { quantity: 1 })).toMatchObject({ outcome: 'rejected' })
    expect(await find(other, 'X1B')).toMatchObject({ status: 'available' })
    await inventory.remove({ _id: id })
    const path = `/api/medicines/batches?number=x1&manufacturer=${maker}`
    const traced = await inventory.get<BatchFlow[]>(path)
    expect(traced.body).toMatchObject([{ number: 'X1B', deleted: true, formerNumbers: ['X1A', 'X1'] }])
  })

  test('the end of one recall frees no batch that another recall or a quarantine holds', async () => {
    const maker = newMaker()
    const id = await medicineOf(maker)
    for (const number of ['Y1', 'Z1']) await deliver(id, number)
    await save(await find(id, 'Y1'), { number: 'Y2' }, {}, inventory.staff)
    for (const number of ['Y1', 'Y2', 'Z1']) await recall(maker, number)
    const end = (number: string) => act('release', { manufacturer: maker, number, reason: 'all clear' })
    const batchIds = [(await find(id, 'Z1'))._id]
    const inspect = async (...actions: string[]) => {
      for (const action of actions) await act(action, { batchIds, reason: 'seal' })
    }
    await end('Y2')
    expect(await find(id, 'Y2')).toMatchObject({ status: 'recalled', held: { reason: 'notice 9' } })
    await end('Y1')
    expect(await find(id, 'Y2')).toMatchObject({ status: 'available' })
    await inspect('release', 'quarantine', 'release')
    expect(await find(id, 'Z1')).toMatchObject({ status: 'recalled', held: { reason: 'notice 9' } })
    await inspect('release', 'quarantine')
    const { held: seal } = await find(id, 'Z1')
    for (const step of [end, () => recall(maker, 'Z1'), end]) await step('Z1')
    expect(await find(id, 'Z1')).toMatchObject({ status: 'quarantined', held: seal })
  })

  test('only administrators adjust stock on hold; anybody writes it off or sends it back', async () => {
    const id = await medicineOf(newMaker())
    await deliver(id, 'H')
    await buy(id, 2, { expiryDate: JUNE })
    const { _id } = await find(id, 'H')
    await act('quarantine', { batchIds: [_id], reason: 'x' })
    const adjust = (quantity: number, more: object = {}) =>
      send(id, { type: 'adjustment', direction: 'decrease', quantity, ...more })
    for (const refused of [
      await adjust(1, { batch: { _id } }),
      await adjust(1, { batch: { _id }, direction: 'increase' }),
      await adjust(3),
    ])
      expect(refused).toMatchObject({ code: 'inventory.batch_held' })
    expect(await adjust(2)).toMatchObject({ outcome: 'applied' })
    expect(await adjust(1, { batch: { _id }, byAdmin: true })).toMatchObject({ outcome: 'applied' })
    expect(await adjust(1, { batch: { _id, toSupplier: true } })).toMatchObject({ outcome: 'applied' })
    const expected = { balanceAfter: 0 }
    expect(await send(id, { type: 'expired', quantity: 3, batch: { _id } })).toMatchObject(expected)
  })

  test('only administrators give expired stock a later date', async () => {
    const { _id: id } = await inventory.create({ currentStock: 5, expiryDate: '2026-10-31' })
    const batch = await find(id, null)
    const forbidden = { status: 403, body: { code: 'inventory.expired_stock' } }
    for (const expiryDate of [JUNE, null]) {
      expect(await save(batch, { expiryDate }, {}, inventory.staff)).toMatchObject(forbidden)
      expect(await edit(id, { expiryDate, currentStock: 5 })).toMatchObject(forbidden)
    }
    expect((await edit(id, { expiryDate: '2026-09-30', currentStock: 5 })).status).toBe(200)
    expect((await edit(id, { expiryDate: JUNE, currentStock: 5 }, inventory.admin)).status).toBe(200)
  })

  test('nor does stock that has expired get one while it is written off, and then comes back', async () => {
    const { _id: id } = await inventory.create({ currentStock: 5, expiryDate: '2026-10-31' })
    const writeOff = newId()
    await send(id, { type: 'expired', quantity: 5 }, writeOff)
    const batch = await find(id, null)
    expect(await save(batch, { expiryDate: JUNE }, {}, inventory.staff)).toMatchObject({ status: 403 })
    await send(id, { type: 'expired', quantity: 5, reverses: writeOff })
    expect(await send(id, { quantity: 1 })).toMatchObject({ code: 'inventory.medicine_expired' })
  })

  test('only administrators raise or remove an MRP', async () => {
    const { _id: id } = await inventory.create({ currentStock: 5, expiryDate: JUNE, unitPrice: 10, mrp: 12 })
    await buy(id, 1, { number: 'M', expiryDate: JUNE, mrp: 12 })
    const batch = await find(id, 'M')
    const forbidden = { status: 403, body: { code: 'inventory.mrp' } }
    for (const mrp of [null, 12.01]) {
      expect(await save(batch, { mrp }, {}, inventory.staff)).toMatchObject(forbidden)
      expect(await edit(id, { mrp, currentStock: 6 })).toMatchObject(forbidden)
    }
    const plain = await find(id, null)
    expect(await save(plain, { mrp: 12.01 }, {}, inventory.staff)).toMatchObject(forbidden)
    expect((await save(plain, { mrp: null, supplier: 'S' }, {}, inventory.staff)).status).toBe(200)
    const dearer = { number: 'M', expiryDate: JUNE, mrp: 13 }
    expect(await buy(id, 1, dearer)).toMatchObject({ code: 'inventory.batch_mrp' })
    await buy(id, 1, { ...dearer, mrp: 12, supplier: 'Apollo', returnBy: '2027-03-31' })
    expect(await find(id, 'M')).toMatchObject({ mrp: 12, supplier: 'Apollo', returnBy: '2027-03-31' })
    expect((await save(await find(id, 'M'), { mrp: 11 }, {}, inventory.staff)).status).toBe(200)
    expect((await edit(id, { mrp: null, currentStock: 7 }, inventory.admin)).status).toBe(200)
  })

  test('nothing is sold above the MRP of its batch, or of its medicine', async () => {
    const { _id: id } = await inventory.create({ currentStock: 5, expiryDate: null, unitPrice: 10, mrp: 12 })
    await buy(id, 1, { number: 'M', expiryDate: JUNE, mrp: 11 })
    expect(await send(id, { quantity: 1, salePrice: 11.01 })).toMatchObject({
      code: 'inventory.above_mrp',
      message: expect.stringContaining('₹11.01 is above ₹11.00, the MRP of batch M'),
    })
    expect(await send(id, { quantity: 2, salePrice: 11 })).toMatchObject({ outcome: 'applied' })
    expect(await send(id, { quantity: 1, salePrice: 12 })).toMatchObject({ outcome: 'applied' })
    expect(await send(id, { quantity: 1, salePrice: 12.01 })).toMatchObject({ code: 'inventory.above_mrp' })
  })

  test('staff read no cost price of a batch, nor in its history', async () => {
    const { _id: id } = await inventory.create({ currentStock: 5, expiryDate: JUNE })
    await save(await find(id, null), { costPrice: 4, supplier: 'Apollo' })
    expect(await find(id, null)).toMatchObject({ costPrice: 4 })
    expect(JSON.stringify(await list(id))).not.toContain('costPrice')
    const read = (token: string) =>
      inventory.read<MedicineHistoryLine[]>(`/api/medicines/${id}/history`, token)
    const changeOf = (lines: MedicineHistoryLine[]) =>
      lines.find(({ change }) => change?.action === 'batch.changed')?.change as AuditEntry
    expect(changeOf(await read(inventory.admin)).after).toMatchObject({ costPrice: 4, supplier: 'Apollo' })
    const shown = changeOf(await read(inventory.staff))
    expect(shown.after).toMatchObject({ supplier: 'Apollo' })
    expect(JSON.stringify(shown)).not.toContain('costPrice')
  })
})
