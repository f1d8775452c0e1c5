import type { GroupLine, GroupOutcome, Offer } from '@mms/contracts'
import { beforeEach, describe, expect, test } from 'vitest'
import { batchTools } from '../../test/batches.ts'
import { DECEMBER, groupTools, JUNE, lineOf } from '../../test/groups.ts'
import { describeInventory, fingerprint, NOON, newId } from '../../test/support.ts'

describeInventory('the lines of a bill on $name', (inventory) => {
  const { act, find, save } = batchTools(() => inventory)
  const { assertBooks, moved, remove, sell, send, shelf, stockOf } = groupTools(() => inventory)
  beforeEach(() => inventory.setNow(NOON))

  const refusedIn = ({ body }: { body: GroupOutcome }) => (body.outcome === 'rejected' ? body.lines : [])

  test('can be moved by this release, as /readyz says', async () => {
    const { body } = await inventory.client.get<{ details: unknown }>('/readyz')
    expect(body.details).toEqual({ features: ['movement-groups'] })
  })

  test('move together, each by a movement of its own id, and come back as they were sold', async () => {
    const [one, other] = [await shelf({ A: 20 }), await shelf({ B: 30 }, 'Crocin')]
    const lines = [lineOf(one), lineOf(other, { units: 4 }), lineOf(one, { units: 5 })]
    const answer = await send(lines)
    const shown = { hsn: '3004', schedule: 'none', packWord: 'pack', unitWord: 'unit' }
    expect(answer).toMatchObject({
      status: 200,
      body: {
        outcome: 'applied',
        lines: [
          {
            ...{ _id: lines[0]?._id, version: 2, balanceAfter: 5, found: 0, writtenOff: 0 },
            medicine: { name: 'Dolo', ...shown },
            lines: [{ number: 'A', expiryDate: JUNE, effect: -15, balanceAfter: 5 }],
          },
          { _id: lines[1]?._id, medicine: { name: 'Crocin', ...shown }, balanceAfter: 26 },
          { _id: lines[2]?._id, version: 3, balanceAfter: 0 },
        ],
      },
    })
    expect((await inventory.movements(one)).slice(1)).toMatchObject([
      { _id: lines[0]?._id, type: 'sale', change: -15, actorId: 'user-7' },
      { _id: lines[2]?._id, type: 'sale', change: -5, actorId: 'user-7' },
    ])
    await assertBooks(one, other)
  })

  test('do not move at all if one is refused, and every refused one says why', async () => {
    const [one, other] = [await shelf({ A: 20 }), await shelf({ B: 3 }, 'Crocin')]
    const before = await fingerprint(inventory)
    const id = newId()
    const lines = [lineOf(one), lineOf(one, { units: 6 }), lineOf(other), lineOf(newId())]
    lines.push(lineOf(one, { units: 5 }))
    const answer = await send(lines, {}, id)
    expect(answer.body).toMatchObject({
      outcome: 'rejected',
      lines: [
        {
          ...{ _id: lines[1]?._id, code: 'inventory.insufficient_stock' },
          ...{ message: 'Only 5 units of Dolo are in stock', offer: { units: 5 } },
        },
        { _id: lines[2]?._id, code: 'inventory.insufficient_stock', offer: { units: 3 } },
        { _id: lines[3]?._id, code: 'inventory.medicine_not_found', message: 'Medicine not found' },
      ],
    })
    expect(refusedIn(answer)[2]).not.toHaveProperty('offer')
    await inventory.db('stock_commands').where({ id }).delete()
    expect(await fingerprint(inventory)).toEqual(before)
    expect(await sell([lineOf(one)])).toEqual([{ A: -15 }])
    await assertBooks(one, other)
  })

  describe('are refused with an offer', () => {
    const offer = (differing: Partial<Offer>): Offer => ({
      ...{ packSize: 15, taxClass: 'medicine', packPrice: 3500, packMrp: 4000, units: 0, batches: [] },
      ...differing,
    })
    /** Adds a medicine at ₹45 a strip with 20 units of A, which expires first, and 30 of B. */
    async function priced() {
      const id = await shelf({ A: 20, B: 30 })
      await save(await find(id, 'B'), { unitPrice: 3, mrp: 3.2 })
      const [a, b] = [await find(id, 'A'), await find(id, 'B')]
      const batches = [
        { _id: a._id, number: 'A', expiryDate: JUNE, units: 20, packPrice: 3500, packMrp: 4000 },
        { _id: b._id, number: 'B', expiryDate: DECEMBER, units: 30, packPrice: 4500, packMrp: 4800 },
      ]
      return { id, offer: offer({ units: 50, batches }) }
    }

    test.each([
      ['pack_changed', { packSize: 10 }],
      ['tax_class_changed', { taxClass: 'nil' }],
      ['price_changed', { packPrice: 3400 }],
      ['price_changed', { packMrp: 4100 }],
      ['price_changed', { packMrp: null }],
      ['price_changed', { batch: { number: 'B', reason: 'asked for' } }],
      ['above_mrp', { packPrice: 4001 }],
      ['above_mrp', { packPrice: 4801, packMrp: 4801, batch: { number: 'B', reason: 'asked for' } }],
      ['insufficient_stock', { units: 51 }],
      ['insufficient_stock', { units: 21, batch: { number: 'A' } }],
      ['several_batches', { units: 21 }],
      ['several_batches', { units: 21, batch: { number: 'A', scanned: true } }],
      ['not_first_to_expire', { packPrice: 4500, packMrp: 4800, batch: { number: 'B' } }],
      ['batch_not_found', { batch: { number: 'C' } }],
      ['batch_expired', { batch: { number: 'A', expiryDate: '2026-11-19', scanned: true } }],
    ] satisfies [string, Partial<GroupLine>][])('%s: %j', async (code, differing) => {
      const { id, offer: expected } = await priced()
      const [refused] = refusedIn(await send([lineOf(id, differing)]))
      expect(refused).toMatchObject({ code: `inventory.${code}`, message: expect.stringContaining('Dolo') })
      expect(refused?.offer).toEqual(expected)
      expect(await moved(id)).toEqual([])
    })

    test('of sellable batches only', async () => {
      const id = await shelf({ A: 20, B: 30 })
      await act('quarantine', { batchIds: [(await find(id, 'A'))._id], reason: 'broken seal' })
      expect(await sell([lineOf(id, { batch: { number: 'A' } })])).toEqual(['insufficient_stock'])
      expect(await sell([lineOf(id, { batch: { number: 'A', scanned: true } })])).toEqual(['batch_held'])
      const [refused] = refusedIn(await send([lineOf(id, { units: 31 })]))
      expect(refused).toMatchObject({
        message: 'Only 30 units of Dolo can be sold (20 on hold)',
        offer: { units: 30, batches: [{ number: 'B' }] },
      })
      inventory.setNow('2028-01-01T06:30:00.000Z')
      const [expired] = refusedIn(await send([lineOf(id)]))
      expect(expired?.offer).toEqual(offer({}))
    })

    test('a recall in force names the scanned number', async () => {
      const id = await shelf({ A: 20 })
      const { manufacturer = '' } = (await inventory.state(id)) ?? {}
      await act('recall', { manufacturer, number: 'R9', reason: 'notice 9' })
      expect(await sell([lineOf(id, { batch: { number: 'R9', scanned: true } })])).toEqual(['batch_held'])
    })

    test('a deleted medicine has none', async () => {
      const id = await shelf({ A: 20 })
      await remove(id)
      expect(refusedIn(await send([lineOf(id)]))).toEqual([
        { _id: expect.any(String), code: 'inventory.medicine_not_found', message: 'Medicine not found' },
      ])
    })
  })

  test('sell a batch at its own price, and a later one for a reason', async () => {
    const id = await shelf({ A: 20, B: 30 })
    await save(await find(id, 'B'), { unitPrice: 3 })
    const batch = { number: 'B', reason: 'asked for' }
    const dear = [lineOf(id), lineOf(id, { packPrice: 4500, packMrp: 4000, batch })]
    expect(await sell(dear)).toEqual(['above_mrp'])
    await save(await find(id, 'B'), { unitPrice: 2 })
    const cheap = [lineOf(id), lineOf(id, { packPrice: 3000, batch })]
    expect(await sell(cheap)).toEqual([{ A: -15 }, { B: -15 }])
    await assertBooks(id)
  })

  test('that waited are judged by the day on which they were made', async () => {
    const id = await shelf({ A: 30 })
    inventory.setNow('2027-07-01T06:30:00.000Z')
    const madeAt = '2027-06-30T06:30:00.000Z'
    expect(await sell([lineOf(id)])).toEqual(['medicine_expired'])
    expect(await sell([lineOf(id)], { madeAt })).toEqual([{ A: -15 }])
    const line = lineOf(id, { batch: { number: 'A' } })
    expect(await sell([line], { madeAt, handedOver: true })).toEqual([{ A: -15 }])
  })

  describe('sent again', () => {
    test('come back as 200 lines with long names', async () => {
      const { _id } = await inventory.create({ name: 'अ'.repeat(200), currentStock: 200, unitPrice: 1 })
      const prices = { packSize: 1, packPrice: 100, packMrp: null, units: 1 }
      const [group, lines] = [newId(), Array.from({ length: 200 }, () => lineOf(_id, prices))]
      const { body } = await send(lines, {}, group)
      expect(body.outcome).toBe('applied')
      expect(await send(lines, {}, group)).toMatchObject({ status: 200, body })
    })

    test('with another body are another group, also after a refusal', async () => {
      const id = await shelf({ A: 30 })
      const [line, missing] = [lineOf(id), lineOf(id, { units: 31 })]
      const mismatch = { status: 422, body: { code: 'inventory.command_mismatch' } }
      for (const [lines, differing] of [
        [[line], [{ ...line, units: 14 }]],
        [[missing], [{ ...missing, units: 14 }]],
      ] as const) {
        const group = newId()
        await send([...lines], {}, group)
        for (const more of [{}, { handedOver: true } as const])
          expect(await send([...differing], more, group.toUpperCase())).toMatchObject(mismatch)
        expect(await sell([...lines], { actorId: 'user-8' }, group)).toBe('inventory.command_mismatch')
      }
      expect(await moved(id)).toEqual(['sale -15'])
    })

    test('share their ids with no other command', async () => {
      const id = await shelf({ A: 60 })
      const [group, line, single] = [newId(), lineOf(id), newId()]
      const idTaken = { status: 409, body: { code: 'inventory.id_taken' } }
      await inventory.command(single, { medicineId: id, quantity: 1 })
      await send([line], {}, group)
      for (const taken of [line._id, single, group])
        expect(await send([lineOf(id), lineOf(id, { _id: taken })])).toMatchObject(idTaken)
      expect(await send([lineOf(id)], {}, single)).toMatchObject({ status: 422 })
      for (const taken of [line._id, group])
        expect(await inventory.command(taken, { medicineId: id })).toMatchObject({ status: 422 })
      expect(await moved(id)).toEqual(['sale -1', 'sale -15'])
    })
  })

  test('of two bills take the last strip once', async () => {
    const [last, other] = [await shelf({ A: 15 }), await shelf({ A: 90 })]
    const order = [last, other]
    const orders = [order, order.toReversed(), order, order.toReversed()]
    const bills = await Promise.all(orders.map((ids) => send(ids.map((id) => lineOf(id)))))
    expect(bills.filter(({ body }) => body.outcome === 'applied')).toHaveLength(1)
    expect([await stockOf(last), await stockOf(other)]).toMatchObject([{ A: 0 }, { A: 75 }])
    await assertBooks(last, other)
  })
})
