import { readFileSync } from 'node:fs'
import {
  type Batch,
  type CatalogueColumns,
  type CounterMedicine,
  type CreateMedicine,
  type Medicine,
  medicinesOf,
  packPaiseOf,
} from '@mms/contracts'
import { expect, test } from 'vitest'
import { batchTools } from '../../test/batches.ts'
import { DECEMBER, groupTools, JUNE, lineOf } from '../../test/groups.ts'
import { answered, describeInventory, newId, type SentCommand } from '../../test/support.ts'

const acceptance = new URL('../../../../packages/contracts/src/bills/acceptance.json', import.meta.url)
interface Case {
  packSize: number
  before: { stock: number; minimum: number; unitPrice: number; batches: number[] }
  expected: { stock: number; minimum: number; packPrice: number; unitPrice: number; batches: number[] }
}
const conversions: Case[] = JSON.parse(readFileSync(acceptance, 'utf8')).packs.conversions

const strip = { packSize: 15, packWord: 'strip', unitWord: 'tablet' }

describeInventory('a medicine counted in units on $name', (inventory) => {
  const { buy, list, send: command, save } = batchTools(() => inventory)
  const { assertBooks, sell, send, stockOf } = groupTools(() => inventory)

  const read = (id: string) => inventory.read<Medicine>(`/api/medicines/${id}`, inventory.admin)
  const convert = (id: string, body: object = strip, version?: number, token = inventory.admin) =>
    inventory.client.put<Medicine & { code?: string }>(`/api/medicines/${id}/pack`, {
      ...{ token, body },
      ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
    })
  const sent = async (medicineId: string, packSize: number | undefined, body: SentCommand, id = newId()) => {
    const answer = await inventory.client.put<Record<string, unknown>>(`/internal/movements/${id}`, {
      token: inventory.tokens.serviceToken('sales'),
      headers: packSize === undefined ? {} : { 'Pack-Size': String(packSize) },
      body: { medicineId, ...body },
    })
    return answer.body
  }
  /** Adds a medicine at ₹35 with 7 strips of A until June and 5 of B until December. */
  async function shelf(differing: Partial<CreateMedicine> = {}): Promise<string> {
    const { _id } = await inventory.create({
      ...{ currentStock: 0, expiryDate: null, minStockLevel: 2, unitPrice: 35, ...differing },
    })
    await buy(_id, 7, { number: 'A', expiryDate: JUNE })
    await buy(_id, 5, { number: 'B', expiryDate: DECEMBER })
    return _id
  }

  test.each(conversions)('becomes what is expected: %j', async ({ packSize, before, expected }) => {
    const { stock, minimum, unitPrice, batches } = before
    const { _id } = await inventory.create({
      ...{ currentStock: 0, expiryDate: null, minStockLevel: minimum, unitPrice: unitPrice / 100 },
    })
    for (const [index, units] of batches.entries())
      await buy(_id, units, { number: `B${index}`, expiryDate: JUNE })
    expect(await read(_id)).toMatchObject({ currentStock: stock })
    const { status, body } = await convert(_id, { ...strip, packSize })
    expect(status).toBe(200)
    const figures = {
      currentStock: expected.stock,
      minStockLevel: expected.minimum,
      packPrice: expected.packPrice / 100,
      unitPrice: expected.unitPrice / 100,
      ...{ ...strip, packSize },
    }
    expect(body).toMatchObject(figures)
    expect(await read(_id)).toMatchObject(figures)
    expect(await inventory.state(_id)).toMatchObject({ ...figures, unitsTimes: packSize })
    expect((await list(_id)).map((batch) => batch.stock)).toEqual(expected.batches)
    await assertBooks(_id)
  })

  test('keeps one movement, tells others of it, and is not converted twice', async () => {
    const id = await shelf({ mrp: 40, costPrice: 28 })
    const { version } = await read(id)
    const answers = await Promise.all([convert(id, strip, version), convert(id, strip, version)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect((await convert(id, strip, version)).status).toBe(412)
    expect(await convert(id, strip, version + 1)).toMatchObject({
      ...{ status: 409, body: { code: 'inventory.counted_in_units' } },
    })
    expect(await read(id)).toMatchObject({
      ...{ currentStock: 180, unitPrice: 2.33, mrp: 2.66, costPrice: 1.86 },
      ...{ packPrice: 35, packMrp: 40, packCost: 28 },
    })
    const last = (await inventory.movements(id)).at(-1)
    expect(last).toMatchObject({ type: 'adjustment', change: 168, balanceAfter: 180, unitsTimes: 15 })
    const [event] = await inventory.db('outbox').where({ subject: last?._id })
    expect(JSON.parse(event.data)).toMatchObject({ unitsTimes: 15, version: 3, change: 168 })
    const history = await inventory.read(`/api/medicines/${id}/history`, inventory.admin)
    expect(JSON.stringify(history)).toContain('"packSize":15')
    await assertBooks(id)
  })

  test('divides the prices of its batches', async () => {
    const id = await shelf()
    await buy(id, 1, { number: 'C', expiryDate: DECEMBER, unitPrice: 30, mrp: 40 })
    await convert(id)
    const prices = (await list(id, '', inventory.admin)).map(
      ({ number, unitPrice, mrp, packPrice, packMrp }) => [number, unitPrice, mrp, packPrice, packMrp],
    )
    expect(prices).toEqual([
      ['A', null, null, null, null],
      ['B', null, null, null, null],
      ['C', 2, 2.66, 30, 40],
    ])
    // Sold at the MRP printed on the strip, which differs from 15 × ₹2.66.
    const sold = { units: 15, packPrice: 3000, packMrp: 4000, batch: { number: 'C', reason: 'asked for' } }
    expect(await sell([lineOf(id, sold)])).toEqual([{ C: -15 }])
    const [batch] = await list(id)
    expect((await save(batch as Batch, { mrp: 3 })).status).toBe(200)
  })

  test('has batches whose pack costs the same when its size is corrected', async () => {
    const unstocked = { currentStock: 0, expiryDate: null, unitPrice: 35 }
    const { _id, name, category, manufacturer } = await inventory.create(unstocked)
    await buy(_id, 2, { number: 'C', expiryDate: DECEMBER, mrp: 36 })
    await convert(_id)
    const amounts = { currentStock: 30, minStockLevel: 1, unitPrice: 2.33, packSize: 10 }
    const body = { name, category, manufacturer, ...amounts }
    const { status } = await inventory.client.put(`/api/medicines/${_id}`, { token: inventory.admin, body })
    expect(status).toBe(200)
    const [batch] = await list(_id)
    expect(batch).toMatchObject({ mrp: 3.6, packMrp: 36, unitPrice: null })
    expect(await read(_id)).toMatchObject({ unitPrice: 3.5, packPrice: 35 })
    const { body: saved } = await save(batch as Batch, { packMrp: 36.05, packPrice: 35.5 })
    expect(saved).toMatchObject({ mrp: 3.6, packMrp: 36.05, unitPrice: 3.55, packPrice: 35.5 })
    expect(await inventory.state(_id)).toMatchObject({ batches: [{ packMrp: 36.05, packPrice: 35.5 }] })
    const catalogue = await inventory.get<{ columns: CatalogueColumns }>('/api/medicines/catalogue')
    const listed = medicinesOf(catalogue.body.columns).find((medicine) => medicine._id === _id)
    const expected = { packPrice: 3550, packMrp: 3605 }
    expect(packPaiseOf(listed as CounterMedicine, listed?.batches[0])).toEqual(expected)
    expect((await save(saved, { packMrp: 36.09 }, {}, inventory.staff)).status).toBe(403)
    const cheaper = (await save(saved, { unitPrice: 3 })).body
    expect(await inventory.state(_id)).toMatchObject({ batches: [{ unitPrice: 3 }] })
    expect(packPaiseOf(await read(_id), cheaper)).toEqual({ packPrice: 3000, packMrp: 3605 })
  })

  test('is refused for packs, large stock, deleted and unknown medicines, and wrong words', async () => {
    for (const [differing, code] of [
      [{ packSize: 15 }, 'inventory.counted_in_units'],
      [{ currentStock: 700_000 }, 'inventory.stock_limit'],
      [{ minStockLevel: 700_000 }, 'inventory.stock_limit'],
    ] as const) {
      const before = await inventory.create(differing)
      expect(await convert(before._id)).toMatchObject(answered(409, { code }))
      expect((await read(before._id)).version).toBe(before.version)
    }
    const gone = await inventory.create()
    await inventory.remove(gone)
    expect(await convert(gone._id)).toMatchObject(answered(409, { code: 'inventory.medicine_deleted' }))
    expect((await convert(newId())).status).toBe(404)
    const { _id } = await inventory.create()
    for (const wrong of [{ packSize: 1 }, { packSize: 1001 }, { packSize: 1.5 }, { unitWord: 'pill' }])
      expect((await convert(_id, { ...strip, ...wrong })).status).toBe(400)
    expect((await convert(_id, strip, undefined, inventory.staff)).status).toBe(403)
  })

  test('refuses a sale or a purchase that was made in packs, and counts what came back or is lost', async () => {
    const id = await shelf()
    await convert(id)
    for (const type of ['sale', 'purchase'] as const)
      expect(await sent(id, 1, { type, quantity: 2 })).toMatchObject({
        ...{ outcome: 'rejected', code: 'inventory.pack_changed' },
      })
    expect(await read(id)).toMatchObject({ currentStock: 180 })
    expect(await sent(id, 15, { type: 'sale', quantity: 2 })).toMatchObject({ balanceAfter: 178 })
    expect(await sent(id, undefined, { type: 'sale', quantity: 2 })).toMatchObject({ balanceAfter: 176 })
    expect(await sent(id, 10, { type: 'sale', quantity: 1 })).toMatchObject({ balanceAfter: 175 })
    const [batch] = await list(id)
    const shares = [{ batchId: batch?._id as string, units: 1 }]
    const expected = { balanceAfter: 190, lines: [{ number: 'A', effect: 15 }] }
    expect(await sent(id, 1, { type: 'return', quantity: 1, batch: { shares } })).toMatchObject(expected)
    expect(await sent(id, 1, { type: 'expired', quantity: 1 })).toMatchObject({ balanceAfter: 175 })
    expect(await sent(id, 0, { type: 'sale', quantity: 1 })).toMatchObject({
      code: 'inventory.malformed_pack_size',
    })
    await assertBooks(id)
  })

  test('does not undo earlier movements, but later ones', async () => {
    const id = await shelf()
    const [before, after] = [newId(), newId()]
    const sale = { type: 'sale', quantity: 1 } as const
    await command(id, sale, before)
    await convert(id)
    await command(id, sale, after)
    const conversion = (await inventory.movements(id)).find(({ unitsTimes }) => unitsTimes)
    const counted = { type: 'adjustment', quantity: 154, reverses: conversion?._id as string } as const
    for (const undo of [{ ...sale, reverses: before }, counted])
      expect(await command(id, undo)).toMatchObject({ code: 'inventory.converted_since' })
    expect(await command(id, { ...sale, reverses: after })).toMatchObject({ balanceAfter: 165 })
  })

  test('counts a bill that was handed over before in units, and refuses one that waits', async () => {
    const id = await shelf()
    await convert(id)
    const packed = { units: 2, packSize: 1, packMrp: null }
    const groupId = newId()
    const lines = [lineOf(id, packed)]
    expect(await sell(lines, {}, groupId)).toEqual(['pack_changed'])
    expect(await stockOf(id)).toEqual({ A: 105, B: 75 })
    const { body } = await send(lines, { handedOver: true }, groupId)
    expect(body).toMatchObject({
      lines: [{ balanceAfter: 150, found: 0, packPrice: 3500, lines: [{ number: 'A', effect: -30 }] }],
    })
    expect(await sell([lineOf(id, { ...packed, units: 12 })], { handedOver: true })).toEqual([
      { A: -75, B: -75, '': -30 },
    ])
    await assertBooks(id)
  })

  test('sells nothing in packs while it is converted', async () => {
    const id = await shelf()
    const all = await Promise.all([
      ...Array.from({ length: 6 }, () => sent(id, 1, { type: 'sale', quantity: 1 })),
      convert(id),
      ...Array.from({ length: 6 }, () => sent(id, 1, { type: 'sale', quantity: 1 })),
    ])
    const sold = all.filter((one) => 'outcome' in one && one.outcome === 'applied').length
    expect(await read(id)).toMatchObject({ currentStock: (12 - sold) * 15 })
    await assertBooks(id)
  })

  test('has its earlier sales in units, for cover, usual quantities and recalls', async () => {
    inventory.setNow('2026-11-20T06:30:00.000Z')
    const id = await shelf()
    for (let sold = 0; sold < 5; sold += 1) await command(id, { type: 'sale', quantity: 1 })
    await convert(id)
    const [batch] = await list(id)
    const body = await inventory.read(`/api/medicines/batches/${batch?._id}`, inventory.admin)
    expect(body).toMatchObject({ received: 105, sold: 75, adjusted: 0, stock: 30 })
  })
})
