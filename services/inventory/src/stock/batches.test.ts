import type { CommandBatch, StockOutcome } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { batchesOf, batchProblems } from '../../test/batches.ts'
import { buildMedicine, newId, openInventory, type SentCommand } from '../../test/support.ts'

describe.each(testDatabases())('batches on $name', (database) => {
  const inventory = openForTests(() => openInventory(database))

  const send = async (medicineId: string, command: SentCommand, id = newId()) =>
    (await inventory.command(id, { medicineId, ...command })).body
  const buy = (medicineId: string, quantity: number, batch?: CommandBatch) =>
    send(medicineId, { type: 'purchase', quantity, ...(batch && { batch }) })
  const linesOf = (outcome: StockOutcome) =>
    'lines' in outcome
      ? outcome.lines?.map(({ number, effect, balanceAfter }) => [number, effect, balanceAfter])
      : outcome
  const stocks = async (id: string) =>
    Object.fromEntries((await batchesOf(inventory, id)).map(({ number, stock }) => [number, stock]))
  const good = async (id: string) => expect(await batchProblems(inventory, id)).toEqual([])
  /** Adds a medicine with 5 units of B, which expires first, 5 of A, and 5 without number and date. */
  async function three(name = 'Dolo') {
    const { _id } = await inventory.create({ name, currentStock: 5, expiryDate: null })
    await buy(_id, 5, { number: 'a', expiryDate: '2027-08-31' })
    await buy(_id, 5, { number: 'B', expiryDate: '2027-02-28' })
    return _id
  }
  const hold = (medicineId: string, number: string, differing: object) =>
    inventory.database
      .db('batches')
      .where({ medicine_id: medicineId, batch_number: number })
      .update(differing)

  test('a sale takes what expires first, over as many batches as it needs, and names them', async () => {
    const id = await three()
    expect(linesOf(await send(id, { quantity: 7 }))).toEqual([
      ['B', -5, 0],
      ['A', -2, 3],
    ])
    expect(await inventory.state(id)).toMatchObject({ currentStock: 8, expiryDate: '2027-08-31' })
    expect(linesOf(await send(id, { quantity: 8 }))).toEqual([
      ['A', -3, 0],
      [null, -5, 0],
    ])
    await good(id)
  })

  test('a sale of a named batch needs a reason where another expires first', async () => {
    const id = await three()
    const refused = await send(id, { quantity: 2, batch: { number: 'a' } })
    expect(refused).toMatchObject({ outcome: 'rejected', code: 'inventory.not_first_to_expire' })
    expect(linesOf(await send(id, { quantity: 2, batch: { number: 'a', reason: 'asked for' } }))).toEqual([
      ['A', -2, 3],
    ])
    expect(linesOf(await send(id, { quantity: 2, batch: { number: 'b' } }))).toEqual([['B', -2, 3]])
    expect(await send(id, { batch: { number: 'c' } })).toMatchObject({ code: 'inventory.batch_not_found' })
    const other = (await batchesOf(inventory, await three()))[1]?._id ?? ''
    expect(await send(id, { batch: { _id: other } })).toMatchObject({ code: 'inventory.batch_not_found' })
    await good(id)
  })

  test('what is expired or held is not sold, by itself or by name, and can be written off', async () => {
    const id = await three('Crocin')
    await hold(id, 'B', { expiry_date: '2026-11-19' })
    await hold(id, 'A', { status: 'quarantined' })
    expect(await send(id, { quantity: 6 })).toMatchObject({
      code: 'inventory.insufficient_stock',
      message: 'Only 5 units of Crocin can be sold (5 expired, 5 on hold)',
    })
    for (const number of ['A', 'B']) {
      expect(await send(id, { batch: { number, reason: 'x' } })).toMatchObject({ outcome: 'rejected' })
    }
    expect(linesOf(await send(id, { quantity: 5 }))).toEqual([[null, -5, 0]])
    expect(linesOf(await send(id, { type: 'expired', quantity: 6 }))).toEqual([
      ['B', -5, 0],
      ['A', -1, 4],
    ])
    await good(id)
  })

  test('the same number with another date is refused, with both dates', async () => {
    const id = await three('Calpol')
    expect(await buy(id, 1, { number: 'B', expiryDate: '2027-03-31' })).toMatchObject({
      code: 'inventory.batch_expiry',
      message: 'Batch B of Calpol is on record with 28 Feb 2027, not 31 Mar 2027',
    })
    expect(linesOf(await buy(id, 1, { number: ' b ', expiryDate: '2027-02-28' }))).toEqual([['B', 1, 6]])
    await good(id)
  })

  test('a number that is there needs no date again', async () => {
    const id = await three('Calpol')
    expect(linesOf(await buy(id, 1, { number: 'B' }))).toEqual([['B', 1, 6]])
    expect(await buy(id, 1, { number: 'B', expiryDate: null })).toMatchObject({
      code: 'inventory.batch_expiry',
      message: 'Batch B of Calpol is on record with 28 Feb 2027, not no expiry date',
    })
    await good(id)
  })

  test('the form edits the batch in stock, and refuses stock and date of several', async () => {
    const id = await three()
    const put = (differing: object) =>
      inventory.client.put(`/api/medicines/${id}`, {
        token: inventory.staff,
        body: buildMedicine({ name: 'Dolo', currentStock: 15, expiryDate: '2027-02-28', ...differing }),
      })
    expect(await put({ currentStock: 16 })).toMatchObject({
      status: 409,
      body: { code: 'inventory.several_batches' },
    })
    expect(await put({ expiryDate: null })).toMatchObject({ status: 409 })
    expect(await put({ unitPrice: 3 })).toMatchObject({ status: 200 })
    await send(id, { quantity: 10 })
    expect(await put({ currentStock: 8, expiryDate: '2027-12-31' })).toMatchObject({ status: 200 })
    expect(await stocks(id)).toEqual({ '': 8, A: 0, B: 0 })
    await good(id)
  })
})
