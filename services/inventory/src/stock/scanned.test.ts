import { expect, test } from 'vitest'
import { batchTools } from '../../test/batches.ts'
import { describeInventory, newId, type SentCommand } from '../../test/support.ts'

const [FIRST, LATER, PAST] = ['2027-06-30', '2027-12-31', '2020-01-31']

describeInventory('a scanned pack on $name', (inventory) => {
  const { act, buy, good, linesOf, list, send } = batchTools(() => inventory)

  let serial = 0
  /** Adds 5 units each of GOOD (expires first), LATER, RR1 (recalled) and X (expired). */
  async function shelf(): Promise<{ id: string; maker: string }> {
    const maker = `Scanned maker ${++serial}`
    const { _id: id } = await inventory.create({
      ...{ name: 'Dolo', manufacturer: maker, currentStock: 0, expiryDate: null },
    })
    await buy(id, 5, { number: 'GOOD', expiryDate: FIRST })
    await buy(id, 5, { number: 'LATER', expiryDate: LATER })
    await buy(id, 5, { number: 'RR1', expiryDate: FIRST })
    await buy(id, 5, { number: 'X', expiryDate: PAST, acceptExpired: true })
    await act('recall', { manufacturer: maker, number: 'RR1', reason: 'notice 9' })
    return { id, maker }
  }
  const scan = (
    id: string,
    type: NonNullable<SentCommand['type']>,
    batch: NonNullable<SentCommand['batch']>,
    more: Partial<SentCommand> = {},
  ) => send(id, { quantity: 1, type, batch: { ...batch, scanned: true }, ...more })
  const decrease = { direction: 'decrease', byAdmin: true } as const
  const heldOf = (number: string) => ({
    code: 'inventory.batch_held',
    message: `Batch ${number} of Dolo is on hold and cannot be sold`,
  })
  const cameTo = (number: string | null, expiryDate: string, more = {}) => ({
    lines: [{ number, expiryDate, effect: 1, ...more }],
  })
  const sellableOf = async (id: string) =>
    (await list(id)).reduce(
      (sum, { status, expiryDate, stock }) =>
        sum + (status === 'available' && (expiryDate ?? LATER) >= FIRST ? stock : 0),
      0,
    )

  test('is sold of its own batch without a reason, and the rest of what expires first', async () => {
    const { id } = await shelf()
    expect(linesOf(await scan(id, 'sale', { number: 'later', expiryDate: LATER }))).toEqual([['LATER', -1]])
    expect(linesOf(await scan(id, 'sale', { number: 'LATER' }, { quantity: 6 }))).toEqual([
      ['LATER', -4],
      ['GOOD', -2],
    ])
    await good(id)
  })

  test('of a batch on hold, or that has expired, is not sold', async () => {
    const { id } = await shelf()
    for (const batch of [{ number: 'RR1' }, { number: 'rr1', expiryDate: LATER }])
      expect(await scan(id, 'sale', batch)).toMatchObject(heldOf('RR1'))
    for (const [batch, which] of [
      [{ number: 'X' }, 'Batch X'],
      [{ number: 'X', expiryDate: LATER }, 'Batch X'],
      [{ number: 'GOOD', expiryDate: PAST }, 'Batch GOOD'],
      [{ number: 'OLD', expiryDate: PAST }, 'Batch OLD'],
      [{ expiryDate: PAST }, 'A pack'],
    ] as const)
      expect(await scan(id, 'sale', batch)).toMatchObject({
        code: 'inventory.batch_expired',
        message: `${which} of Dolo expired on 31 Jan 2020 and cannot be sold`,
      })
    expect(await sellableOf(id)).toBe(10)
  })

  test('comes back to its own batch, and is then sold only where that is', async () => {
    const { id } = await shelf()
    for (const number of ['GOOD', 'LATER', 'RR1', 'X'])
      expect(linesOf(await scan(id, 'return', { number }))).toEqual([[number, 1]])
    expect(await sellableOf(id)).toBe(12)
    await good(id)
  })

  test('that has expired comes back to no stock that is sold, whatever is known of it', async () => {
    const { id } = await shelf()
    for (const number of ['OLD', 'OLD'])
      expect(await scan(id, 'return', { number, expiryDate: PAST })).toMatchObject(cameTo('OLD', PAST))
    for (const batch of [{ expiryDate: PAST }, { number: 'GOOD', expiryDate: PAST }])
      expect(await scan(id, 'return', batch)).toMatchObject(cameTo(null, PAST))
    const found = await scan(id, 'adjustment', { number: 'OLD2', expiryDate: PAST })
    expect(found).toMatchObject(cameTo('OLD2', PAST))
    expect(await sellableOf(id)).toBe(10)
    await good(id)
  })

  test('is written off and taken out of its own batch, never of another', async () => {
    const { id } = await shelf()
    for (const number of ['LATER', 'RR1', 'X']) {
      expect(linesOf(await scan(id, 'expired', { number }))).toEqual([[number, -1]])
      expect(linesOf(await scan(id, 'adjustment', { number }, decrease))).toEqual([[number, -1]])
    }
    const expected = { message: 'Only 3 units of Dolo are in that batch' }
    expect(await scan(id, 'expired', { number: 'RR1' }, { quantity: 4 })).toMatchObject(expected)
    await good(id)
  })

  test('with a recalled number that no batch has is not sold, and comes back on hold', async () => {
    const { id, maker } = await shelf()
    await act('recall', { manufacturer: maker, number: 'ZZ9', reason: 'notice 10' })
    expect(await scan(id, 'sale', { number: 'zz9', expiryDate: LATER })).toMatchObject(heldOf('ZZ9'))
    const returned = await scan(id, 'return', { number: 'ZZ9', expiryDate: LATER })
    expect(returned).toMatchObject(cameTo('ZZ9', LATER, { held: true }))
    const held = { status: 'recalled', held: { reason: 'notice 10' } }
    expect((await list(id)).find(({ number }) => number === 'ZZ9')).toMatchObject(held)
    await good(id)
  })

  test('that is not known is what it would be without a number; a number by hand is not', async () => {
    const { id } = await shelf()
    const unknown = { number: 'NEW', expiryDate: LATER }
    expect(linesOf(await scan(id, 'sale', unknown))).toEqual([['GOOD', -1]])
    expect(linesOf(await scan(id, 'expired', unknown))).toEqual([['X', -1]])
    const later = (await list(id)).find(({ number }) => number === 'LATER')
    const shares = [{ batchId: later?._id ?? '', units: 1 }]
    expect(linesOf(await scan(id, 'return', { ...unknown, shares }))).toEqual([['LATER', 1]])
    expect(linesOf(await scan(id, 'adjustment', unknown))).toEqual([['NEW', 1]])
    for (const type of ['sale', 'return', 'expired'] as const)
      expect(await send(id, { type, quantity: 1, batch: { number: 'ZZ' } })).toMatchObject({
        code: 'inventory.batch_not_found',
      })
    await good(id)
  })

  test('is another command under an id with another number', async () => {
    const { id } = await shelf()
    const key = newId()
    const asked = (number: string) =>
      inventory.command(key, { medicineId: id, quantity: 1, batch: { number, scanned: true } })
    expect((await asked('GOOD')).status).toBe(200)
    expect((await asked('LATER')).status).toBe(422)
  })
})
