import type { GroupLine, GroupOutcome, LedgerLine } from '@mms/contracts'
import { beforeEach, expect, test } from 'vitest'
import { batchesOf, batchTools } from '../../test/batches.ts'
import { groupTools, lineOf } from '../../test/groups.ts'
import { describeInventory, NOON, newId } from '../../test/support.ts'

const NEXT_YEAR = '2027-11-20T06:30:00.000Z'

describeInventory('goods that were handed over on $name', (inventory) => {
  const { act, find, linesOf, send: command } = batchTools(() => inventory)
  const { assertBooks, moved, remove, sell, send, shelf, stockOf } = groupTools(() => inventory)
  beforeEach(() => inventory.setNow(NOON))

  const linesIn = ({ body }: { body: GroupOutcome }) => (body.outcome === 'applied' ? body.lines : [])
  const handOver = (lines: GroupLine[], differing = {}, id = newId()) =>
    sell(lines, { handedOver: true, ...differing }, id)
  const differences = async (lines: GroupLine[], id = newId()) =>
    linesIn(await send(lines, { handedOver: true }, id)).map(({ found, writtenOff }) => [found, writtenOff])

  test('move at any price and pack, from as many batches as it takes', async () => {
    const id = await shelf({ A: 10, B: 30 })
    const line = lineOf(id, { packPrice: 9900, packMrp: null, packSize: 3, taxClass: 'nil' })
    expect(await handOver([line])).toEqual([{ A: -10, B: -5 }])
    expect(await moved(id)).toEqual(['sale -15'])
    await assertBooks(id)
  })

  test('take the named batch, then what expires first', async () => {
    const id = await shelf({ A: 20, B: 10 })
    expect(await handOver([lineOf(id, { batch: { number: 'B' } })])).toEqual([{ B: -10, A: -5 }])
    expect(await handOver([lineOf(id, { batch: { number: 'C' } })])).toEqual([{ A: -15 }])
  })

  test('find what the books lack, in the batch without a number', async () => {
    const id = await shelf({ A: 4, none: 3 })
    const lines = [lineOf(id), lineOf(id, { units: 5 })]
    expect(await handOver(lines)).toEqual([{ A: -4, '': -11 }, { '': -5 }])
    expect(await moved(id)).toEqual(['adjustment 8', 'sale -15', 'adjustment 5', 'sale -5'])
    expect(await stockOf(id)).toEqual({ '': 0, A: 0 })
    expect(await differences([lineOf(id, { units: 2 })])).toEqual([[2, 0]])
    expect(await batchesOf(inventory, id)).toHaveLength(2)
    await assertBooks(id)
  })

  test('write held units off from their batch, and find them', async () => {
    const id = await shelf({ A: 10, B: 30 })
    await act('quarantine', { batchIds: [(await find(id, 'A'))._id], reason: 'broken seal' })
    const lines = [lineOf(id, { batch: { number: 'A' } })]
    const answer = await send(lines, { handedOver: true })
    expect(linesIn(answer)).toMatchObject([
      {
        found: 10,
        writtenOff: 10,
        lines: [
          { number: 'B', effect: -5 },
          { number: null, effect: -10 },
        ],
      },
    ])
    expect(await moved(id)).toEqual(['adjustment -10', 'adjustment 10', 'sale -15'])
    expect(await stockOf(id)).toEqual({ A: 0, B: 25, '': 0 })
    const path = `/api/medicines/batches/${(await find(id, 'A'))._id}/movements`
    const expected = { type: 'adjustment', effect: -10, actorId: 'user-7' }
    expect((await inventory.read<object[]>(path))[0]).toMatchObject(expected)
    await assertBooks(id)
  })

  test('write expired units off, and leave the rest of their batch', async () => {
    const id = await shelf({ A: 20 })
    inventory.setNow(NEXT_YEAR)
    expect(await differences([lineOf(id, { batch: { number: 'A' } })])).toEqual([[15, 15]])
    expect(await stockOf(id)).toEqual({ A: 5, '': 0 })
    expect(await differences([lineOf(id)])).toEqual([[15, 0]])
    expect(await stockOf(id)).toEqual({ A: 5, '': 0 })
    await assertBooks(id)
  })

  test('find all of a deleted medicine, whose stock does not count', async () => {
    const id = await shelf({ A: 20 })
    await remove(id)
    const lines = [lineOf(id, { batch: { number: 'A' } }), lineOf(id)]
    expect(await differences(lines)).toEqual(lines.map(() => [15, 0]))
    expect(await stockOf(id)).toEqual({ A: 20, '': 0 })
    expect((await inventory.get(`/api/medicines/${id}`)).status).toBe(404)
    await assertBooks(id)
  })

  test('come back and are written off by credit notes after their medicine was deleted', async () => {
    const id = await shelf({ A: 15 })
    await handOver([lineOf(id)])
    await remove(id)
    const { _id: batchId } = (await batchesOf(inventory, id))[0] ?? { _id: '' }
    const batch = { shares: [{ batchId, units: 5 }] }
    expect(linesOf(await command(id, { type: 'return', quantity: 5, batch }))).toEqual([['A', 5]])
    const writeOff = { type: 'expired', quantity: 2, batch: { _id: batchId } } as const
    expect(linesOf(await command(id, writeOff))).toEqual([['A', -2]])
    const gone = { code: 'inventory.medicine_not_found' }
    for (const other of [{}, { type: 'purchase' }, { type: 'return' }, { type: 'expired' }] as const)
      expect(await command(id, { quantity: 1, ...other })).toMatchObject(gone)
    expect((await inventory.get(`/api/medicines/${id}`)).status).toBe(404)
    await assertBooks(id)
  })

  test('find all of a medicine that nobody knows, as after a restore', async () => {
    const id = newId()
    const [one, other] = [lineOf(id), lineOf(id, { units: 1 })]
    const answer = await send([one, other], { handedOver: true })
    expect(linesIn(answer)).toMatchObject([
      { medicine: { name: 'Unknown medicine' }, found: 15, balanceAfter: 0 },
      { found: 1, balanceAfter: 0 },
    ])
    expect(await handOver([lineOf(id)])).toEqual([{ '': -15 }])
    expect(await inventory.state(id)).toMatchObject({ deleted: true, currentStock: 0 })
    await assertBooks(id)
  })

  test('are decided once more after a refusal, and then never again', async () => {
    const [short, other] = [await shelf({ A: 4 }), await shelf({ A: 30 })]
    const [group, lines] = [newId(), [lineOf(short), lineOf(other)]]
    expect(await sell(lines, {}, group)).toEqual(['insufficient_stock'])
    const handOverAgain = () => send(lines, { handedOver: true }, group)
    const answers = await Promise.all(Array.from({ length: 4 }, handOverAgain))
    expect(linesIn(answers[0] as never)).toMatchObject([{ found: 11 }, { found: 0 }])
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect((await send(lines, {}, group)).body).toEqual(answers[0]?.body)
    expect([await moved(short), await moved(other)]).toEqual([['adjustment 11', 'sale -15'], ['sale -15']])
    await assertBooks(short, other)
  })

  test('leave adjustments that no command made', async () => {
    const id = await shelf({ A: 4 })
    await handOver([lineOf(id)])
    const path = `/internal/medicines/${id}/movements?before=9`
    const token = inventory.tokens.serviceToken('sales')
    const { body } = await inventory.client.get<LedgerLine[]>(path, { token })
    const shown = body.map(({ type, commanded }) => `${type} ${commanded}`)
    expect(shown).toEqual(['sale true', 'adjustment false', 'purchase true'])
  })
})
