import {
  type AuditEntry,
  type BatchMovement,
  type ExpiryQueueSummary,
  type NamedStockBatch,
  type PublishedMedicine,
  packPaiseOf,
} from '@mms/contracts'
import { expect, test } from 'vitest'
import { batchProblems, batchTools } from '../../test/batches.ts'
import { answered, describeInventory, newId } from '../../test/support.ts'

describeInventory('what is done about batches on $name', (inventory) => {
  const { send, buy, find, save, act, queue, good } = batchTools(() => inventory)
  const numbersIn = async (medicineId: string, query: string) =>
    (await queue(query)).flatMap((one) => (one.medicineId === medicineId ? [one.number] : []))
  const summary = (query: string) =>
    inventory.read<ExpiryQueueSummary>(`/api/medicines/batches/expiring/summary?${query}`)
  /** Adds a medicine with batches D and E, which expire within the queue's 90 days. */
  async function two(differing: object = {}) {
    const { _id } = await inventory.create({ currentStock: 0, unitPrice: 10, ...differing })
    await buy(_id, 3, { number: 'D', expiryDate: '2026-12-20' })
    await buy(_id, 3, { number: 'E', expiryDate: '2026-12-21' })
    return _id
  }
  const idsOf = async (medicineId: string, ...numbers: string[]) =>
    Promise.all(numbers.map(async (number) => (await find(medicineId, number))._id))

  test('discounted ones leave the queue, on record, until they expire', async () => {
    const id = await two()
    const batchIds = await idsOf(id, 'D')
    const done = await act('discount', { batchIds, percent: 25 }, inventory.staff)
    expect(done.body).toMatchObject([
      { unitPrice: 7.5, price: 7.5, discounted: { byName: expect.any(String) } },
    ])
    expect(await numbersIn(id, 'status=available')).toEqual(['E'])
    expect(await numbersIn(id, 'status=discounted')).toEqual(['D'])
    expect(await numbersIn(id, '')).toEqual(['D', 'E'])
    for (const status of ['available', 'discounted']) {
      const { batches } = await summary(`status=${status}`)
      expect(batches).toBe((await queue(`status=${status}`)).length)
    }
    const { batches = [] } = (await inventory.state(id)) as PublishedMedicine
    expect(batches.map(({ number, unitPrice }) => `${number} ${unitPrice}`)).toEqual(['D 7.5', 'E null'])
    const path = `/api/medicines/history?subject=${id}&action=batch.discounted`
    expect(await inventory.read<AuditEntry[]>(path, inventory.admin)).toMatchObject([
      { before: { batch: 'D', unitPrice: 10 }, after: { batch: 'D', unitPrice: 7.5, percent: 25 } },
    ])
    await inventory.db('batches').whereIn('id', batchIds).update({ expiry_date: '2026-11-19' })
    expect(await numbersIn(id, 'status=available')).toEqual(['D', 'E'])
    expect(await batchProblems(inventory, id)).toEqual(['date 2026-12-20, batches 2026-11-19'])
  })

  test('a price that is typed ends a discount, also with a delivery', async () => {
    const id = await two()
    await act('discount', { batchIds: await idsOf(id, 'D', 'E'), percent: 10 })
    await save(await find(id, 'D'), { supplier: 'Apollo' })
    await buy(id, 1, { number: 'E', supplier: 'Apollo' })
    expect(await numbersIn(id, 'status=available')).toEqual([])
    await save(await find(id, 'D'), { unitPrice: null })
    await buy(id, 1, { number: 'E', unitPrice: 9 })
    expect(await find(id, 'D')).toMatchObject({ discounted: null, unitPrice: null, supplier: 'Apollo' })
    expect(await numbersIn(id, 'status=available')).toEqual(['D', 'E'])
  })

  test('stock without a date is last where any date will do, in the list, its pages and its sums', async () => {
    const id = await two()
    await buy(id, 1, { number: 'Z', expiryDate: '9999-12-30' })
    await send(id, { type: 'expired', quantity: 3, batch: { number: 'E' } })
    const before = await summary('until=9999-12-31')
    await buy(id, 4, { number: 'U', expiryDate: null })
    expect(await numbersIn(id, 'until=9999-12-30')).toEqual(['D', 'Z'])
    expect(await numbersIn(id, 'until=9999-12-31')).toEqual(['D', 'Z', 'U'])
    expect(await numbersIn(id, 'until=9999-12-31&status=available')).toEqual(['D', 'Z', 'U'])
    const path = '/api/medicines/batches/expiring?limit=1&until=9999-12-31'
    const all = (await inventory.pages<NamedStockBatch>(path)).flatMap(({ body }) => body)
    expect(all.flatMap((one) => (one.medicineId === id ? [one.number] : []))).toEqual(['D', 'Z', 'U'])
    const { batches, units, expiredUnits } = before
    const after = { batches: batches + 1, units: units + 4, expiredUnits }
    expect(await summary('until=9999-12-31')).toMatchObject(after)
    expect((await summary('until=9999-12-30')).units).toBeLessThan(after.units)
  })

  test('none is discounted where one is held, and only by a whole per cent below 100', async () => {
    const id = await two({ name: 'Meftal' })
    await act('quarantine', { batchIds: await idsOf(id, 'E'), reason: 'x' })
    const batchIds = await idsOf(id, 'D', 'E')
    const message = 'Nothing was discounted: batch E of Meftal is on hold'
    const refused = await act('discount', { batchIds, percent: 10 })
    expect(refused).toMatchObject(answered(409, { message }))
    expect(await find(id, 'D')).toMatchObject({ unitPrice: null, discounted: null })
    for (const percent of [0, 100, 12.5, '10', null])
      expect((await act('discount', { batchIds, percent })).status).toBe(400)
    expect((await act('discount', { batchIds: [newId()], percent: 10 })).status).toBe(404)
  })

  test('a discount is of the price of the medicine, not of another discount, and of no later goods', async () => {
    const jar = { unitPrice: 0.07, packPrice: 30, packSize: 400, packWord: 'jar', unitWord: 'g' } as const
    const { _id: id } = await inventory.create({ currentStock: 5, expiryDate: '2027-06-30', ...jar })
    const { _id } = await find(id, null)
    await Promise.all([10, 10, 10].map((percent) => act('discount', { batchIds: [_id], percent })))
    for (const type of ['purchase', 'adjustment'] as const) await send(id, { type, quantity: 1 })
    const { batches = [] } = (await inventory.state(id)) as PublishedMedicine
    const prices = batches.map((one) => `${one.expiryDate} ${one.stock} ${packPaiseOf(jar, one).packPrice}`)
    expect(prices).toEqual(['2027-06-30 5 2700', '2027-06-30 2 3000'])
    await buy(id, 1, { number: 'OWN', expiryDate: '2027-06-30', unitPrice: 50 })
    await act('discount', { batchIds: [(await find(id, 'OWN'))._id], percent: 10 })
    expect(await find(id, 'OWN')).toMatchObject({ unitPrice: 45, packPrice: 18_000 })
  })

  test('a discount leaves no batch dearer than its MRP', async () => {
    const { _id: id } = await inventory.create({ currentStock: 0, expiryDate: null, unitPrice: 100 })
    await buy(id, 1, { number: 'M', expiryDate: '2027-06-30', mrp: 70, unitPrice: 70 })
    const batchIds = [(await find(id, 'M'))._id]
    await act('discount', { batchIds, percent: 40 })
    const body = { code: 'inventory.batch_mrp', message: expect.stringContaining('Nothing was discounted') }
    expect(await act('discount', { batchIds, percent: 29 })).toMatchObject({ status: 409, body })
    expect(await find(id, 'M')).toMatchObject({ unitPrice: 42 })
    expect((await act('discount', { batchIds, percent: 30 })).status).toBe(200)
    expect(await find(id, 'M')).toMatchObject({ unitPrice: 70, discounted: expect.any(Object) })
  })

  test('lists what is on hold, the newest first', async () => {
    const id = await two()
    const [d, e] = await idsOf(id, 'D', 'E')
    await act('recall', { batchIds: [d], reason: 'notice 7' })
    await act('quarantine', { batchIds: [d, e], reason: 'broken seal' })
    const held = async () => {
      const body = await inventory.read<NamedStockBatch[]>('/api/medicines/batches/held')
      return body.filter(({ medicineId }) => medicineId === id)
    }
    const shown = (await held()).map(({ number, status }) => `${number} ${status}`)
    expect(shown.toSorted()).toEqual(['D recalled', 'E quarantined'])
    expect(await numbersIn(id, 'status=recalled')).toEqual(['D'])
    expect(JSON.stringify(await held())).not.toContain('costPrice')
    await act('release', { batchIds: [d, e], reason: 'good' })
    expect(await held()).toEqual([])
  })

  test('stock without a number gets one and stays the same batch', async () => {
    const { _id: id } = await inventory.create({ currentStock: 5, expiryDate: '2027-03-31', unitPrice: 10 })
    await save(await find(id, null), { supplier: 'Apollo', unitPrice: 9, costPrice: 4 })
    await act('quarantine', { batchIds: [(await find(id, null))._id], reason: 'no label' })
    const before = await find(id, null)
    const stale = { 'if-match': `"${before.version - 1}"` }
    expect(await save(before, { number: 'n1' }, stale)).toMatchObject({ status: 412 })
    const saved = await save(before, { number: 'n1' }, { 'if-match': `"${before.version}"` })
    const kept = { number: 'N1', stock: 5, expiryDate: '2027-03-31', unitPrice: 9, costPrice: 4 }
    expect(saved).toMatchObject(answered(200, kept))
    expect(saved.body).toMatchObject({ _id: before._id, supplier: 'Apollo', held: { reason: 'no label' } })
    expect(await inventory.state(id)).toMatchObject({ currentStock: 5, expiryDate: '2027-03-31' })
    expect((await inventory.state(id))?.batches).toMatchObject([{ number: 'N1', stock: 5 }])
    expect(await inventory.movements(id)).toHaveLength(1)
    await act('release', { batchIds: [saved.body._id], reason: 'read' })
    expect(await send(id, { quantity: 2, batch: { number: 'N1' } })).toMatchObject({ balanceAfter: 3 })
    await buy(id, 2, { number: 'N2', expiryDate: '2027-04-30' })
    await good(id)
    const read = <T>(path: string) => inventory.read<T>(`/api/medicines/batches${path}`)
    expect(await read(`/${saved.body._id}`)).toMatchObject({ received: 5, sold: 2, adjusted: 0, stock: 3 })
    const movements = await read<BatchMovement[]>(`/${saved.body._id}/movements`)
    expect(movements).toMatchObject([
      { type: 'sale', effect: -2 },
      { type: 'opening', effect: 5, balanceAfter: 5, version: 1, actorId: expect.any(String) },
    ])
    expect(await read(`/${saved.body._id}/movements?limit=1`)).toHaveLength(1)
  })

  test('it is not made one with another batch, and nothing gets no number', async () => {
    const { _id: id } = await inventory.create({ name: 'Dolo', currentStock: 5, expiryDate: '2027-03-31' })
    await buy(id, 2, { number: 'A', expiryDate: '2027-04-30' })
    const message = 'Dolo already has a batch A, and batches cannot be merged. Check the number on the packs'
    const taken = await save(await find(id, null), { number: 'a' })
    expect(taken).toMatchObject(answered(409, { message }))
    await send(id, { type: 'expired', quantity: 5, batch: { _id: (await find(id, null))._id } })
    const empty = await save(await find(id, null), { number: 'B' })
    expect(empty).toMatchObject(answered(409, { code: 'inventory.batch_empty' }))
    await good(id)
  })
})
