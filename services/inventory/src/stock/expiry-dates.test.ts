import type { CommandBatch, StockOutcome, UpdateMedicine } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { batchesOf, batchProblems, batchTools } from '../../test/batches.ts'
import { newId, openInventory, type SentCommand } from '../../test/support.ts'

const DECEMBER = '2026-12-31'
const JUNE = '2027-06-30'
const EXPIRED = '2026-10-18'

describe.each(testDatabases())('expiry dates on $name', (database) => {
  const inventory = openForTests(() => openInventory(database))
  const { act, find } = batchTools(() => inventory)

  async function send(medicineId: string, command: SentCommand, id = newId()) {
    const { status, body } = await inventory.command(id, { medicineId, ...command })
    expect(status).toBe(200)
    return { ...body, id, command }
  }
  const sell = (id: string, quantity: number) => send(id, { quantity })
  const buy = (id: string, quantity: number, batch?: CommandBatch) =>
    send(id, { type: 'purchase', quantity, batch })
  const edit = async (id: string, differing: Partial<UpdateMedicine>) =>
    inventory.save(await inventory.medicine(id), differing)
  /** Returns the stock as `number date units`. Expects that the books add up. */
  async function stock(id: string) {
    expect(await batchProblems(inventory, id)).toEqual([])
    const batches = await batchesOf(inventory, id)
    return batches
      .filter((batch) => batch.stock > 0)
      .map((batch) => [batch.number || '-', batch.expiryDate ?? '-', batch.stock].join(' '))
      .toSorted()
  }
  const code = (outcome: StockOutcome) => (outcome.outcome === 'rejected' ? outcome.code : outcome.outcome)

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
})
