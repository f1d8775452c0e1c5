import { MAX_STOCK, type Medicine, type StockCommand, type StockOutcome } from '@mms/contracts'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeInventory, NOON, newId } from '../../test/support.ts'

describeInventory('a stock command on $name', (inventory) => {
  beforeEach(() => inventory.setNow(NOON))

  const rejected = (code: string, message: unknown = expect.any(String)) => ({
    status: 200,
    body: { outcome: 'rejected', code: `inventory.${code}`, message },
  })
  const cancel = (id: string) =>
    inventory.client.post<StockOutcome>(`/internal/movements/${id}/cancellation`, {
      token: inventory.tokens.serviceToken('sales'),
    })
  const stockOf = async (medicine: Medicine) => (await inventory.state(medicine._id))?.currentStock
  const remove = ({ _id }: Medicine) => inventory.remove({ _id })

  test.each([
    [{ type: 'sale' }, 46],
    [{ type: 'return' }, 54],
    [{ type: 'adjustment', direction: 'decrease' }, 46],
  ] satisfies [Partial<StockCommand>, number][])('%j moves the stock', async (command, balanceAfter) => {
    const medicine = await inventory.create({ currentStock: 50 })
    const id = newId()
    const answer = await inventory.command(id, { ...command, medicineId: medicine._id, quantity: 4 })
    expect(answer).toMatchObject({
      status: 200,
      body: { outcome: 'applied', movementId: id, medicineId: medicine._id, version: 2, balanceAfter },
    })
    const expected = { currentStock: balanceAfter, version: 2, stockVersion: 2 }
    expect(await inventory.state(medicine._id)).toMatchObject(expected)
    expect((await inventory.movements(medicine._id)).at(-1)).toMatchObject({
      _id: id,
      type: command.type,
      change: balanceAfter - 50,
      balanceAfter,
      actorId: 'service:sales',
    })
  })

  test('with the id of another one is refused and changes nothing', async () => {
    const medicine = await inventory.create({ currentStock: 50 })
    const id = newId()
    const original = { medicineId: medicine._id, quantity: 4 }
    await inventory.command(id, original)
    const expected = { status: 422, body: { code: 'inventory.command_mismatch' } }
    const others = [{ quantity: 5 }, { type: 'return' }, { medicineId: newId() }, { actorId: 'x' }] as const
    for (const wrong of others)
      expect(await inventory.command(id.toUpperCase(), { ...original, ...wrong })).toMatchObject(expected)
    expect(await stockOf(medicine)).toBe(46)
  })

  test('with the id of a movement that no command made is refused', async () => {
    const medicine = await inventory.create({ currentStock: 50 })
    const [opening] = await inventory.movements(medicine._id)
    const answer = await inventory.command(opening?._id ?? '', { medicineId: medicine._id })
    expect(answer).toMatchObject({ status: 409, body: { code: 'inventory.id_taken' } })
    expect(await stockOf(medicine)).toBe(50)
  })

  test('for more than there is is rejected, for good, and says what is left', async () => {
    const medicine = await inventory.create({ name: 'Dolo 650', currentStock: 3 })
    const command = { medicineId: medicine._id, quantity: 4 }
    const refusal = rejected('insufficient_stock', 'Only 3 units of Dolo 650 are in stock')
    const id = newId()
    expect(await inventory.command(id, command)).toMatchObject(refusal)
    await inventory.command(newId(), { medicineId: medicine._id, type: 'purchase', quantity: 100 })
    expect(await inventory.command(id, command)).toMatchObject(refusal)
    expect(await stockOf(medicine)).toBe(103)
    expect(await inventory.command(newId(), command)).toMatchObject({ body: { outcome: 'applied' } })
  })

  test('for an unknown or a deleted medicine is rejected, for good', async () => {
    const gone = rejected('medicine_not_found')
    expect(await inventory.command(newId(), { medicineId: newId() })).toMatchObject(gone)
    const medicine = await inventory.create()
    await remove(medicine)
    const id = newId()
    for (let time = 0; time < 2; time += 1)
      expect(await inventory.command(id, { medicineId: medicine._id })).toMatchObject(gone)
    expect(await inventory.movements(medicine._id)).toHaveLength(1)
  })

  test('cannot fill the store beyond its limit', async () => {
    const medicine = await inventory.create({ currentStock: MAX_STOCK - 1 })
    const command = { medicineId: medicine._id, type: 'purchase' as const }
    expect(await inventory.command(newId(), command)).toMatchObject({ body: { balanceAfter: MAX_STOCK } })
    expect(await inventory.command(newId(), command)).toMatchObject(rejected('stock_limit'))
    expect(await stockOf(medicine)).toBe(MAX_STOCK)
  })

  test('that arrives late sells stock that expired since the sale was made, within 72 hours', async () => {
    const { _id: medicineId } = await inventory.create({ expiryDate: '2026-11-20' })
    const sell = async (madeAt: string, day = '2026-11-21') => {
      inventory.setNow(`${day}T06:00:00.000Z`)
      return (await inventory.command(newId(), { medicineId, madeAt })).body.outcome
    }
    expect(await sell('2026-11-20T18:29:59.000Z')).toBe('applied')
    expect(await sell('2026-11-20T18:30:00.000Z')).toBe('rejected')
    expect(await sell('2026-11-20T06:00:00.000Z', '2026-11-23')).toBe('applied')
    expect(await sell('2026-11-20T05:59:59.000Z', '2026-11-23')).toBe('rejected')
    expect(await sell('2027-01-01T00:00:00.000Z')).toBe('rejected')
  })

  describe('that reverses another', () => {
    const type = 'sale' as const
    const sale = (medicine: Medicine, quantity = 4) => ({ medicineId: medicine._id, type, quantity })

    test('undoes it once, however many come at once', async () => {
      const medicine = await inventory.create({ currentStock: 50 })
      const reverses = newId()
      await inventory.command(reverses, sale(medicine))
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => inventory.command(newId(), { ...sale(medicine), reverses })),
      )
      expect(answers.filter(({ body }) => body.outcome === 'applied')).toHaveLength(1)
      expect(await stockOf(medicine)).toBe(50)
    })

    test('must name a movement, and repeat it', async () => {
      const medicine = await inventory.create({ currentStock: 50 })
      const other = await inventory.create({ currentStock: 50 })
      const reverses = newId()
      await inventory.command(reverses, sale(medicine))
      const undo = { ...sale(medicine), reverses }
      const [unknown, mismatch] = [rejected('movement_not_found'), rejected('reversal_mismatch')]
      expect(await inventory.command(newId(), { ...undo, reverses: newId() })).toMatchObject(unknown)
      for (const wrong of [{ quantity: 3 }, { type: 'return' as const }, { medicineId: other._id }])
        expect(await inventory.command(newId(), { ...undo, ...wrong })).toMatchObject(mismatch)
      expect([await stockOf(medicine), await stockOf(other)]).toEqual([46, 50])
    })
  })

  describe('that is cancelled', () => {
    test('before it came has no effect when it comes late', async () => {
      const medicine = await inventory.create({ currentStock: 50 })
      const id = newId()
      expect(await cancel(id)).toMatchObject({ status: 200, body: { outcome: 'cancelled' } })
      expect(await cancel(id)).toMatchObject({ status: 200, body: { outcome: 'cancelled' } })
      const late = await inventory.command(id, { medicineId: medicine._id, quantity: 4 })
      expect(late).toMatchObject({ status: 200, body: { outcome: 'cancelled' } })
      expect(await stockOf(medicine)).toBe(50)
    })

    test('after it came answers what it did', async () => {
      const medicine = await inventory.create({ currentStock: 5 })
      const [done, refused] = [newId(), newId()]
      await inventory.command(done, { medicineId: medicine._id, quantity: 4 })
      await inventory.command(refused, { medicineId: medicine._id, quantity: 4 })
      expect((await cancel(done)).body).toMatchObject({ outcome: 'applied', balanceAfter: 1 })
      expect((await cancel(refused)).body).toMatchObject({ outcome: 'rejected' })
      expect(await stockOf(medicine)).toBe(1)
    })

    test('at the same time either happens or not, and everybody hears the same', async () => {
      const medicine = await inventory.create({ currentStock: 100 })
      const rounds = Array.from({ length: 12 }, async () => {
        const id = newId()
        const [first, second] = await Promise.all([
          inventory.command(id, { medicineId: medicine._id, quantity: 1 }),
          cancel(id),
        ])
        expect(first.body).toEqual(second.body)
        return first.body.outcome
      })
      const applied = (await Promise.all(rounds)).filter((outcome) => outcome === 'applied')
      expect(await stockOf(medicine)).toBe(100 - applied.length)
    })
  })
})
