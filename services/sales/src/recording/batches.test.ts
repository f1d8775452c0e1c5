import type { Problem, Transaction } from '@mms/contracts'
import { expect, test } from 'vitest'
import { divideStock } from '../../test/batches.ts'
import { describeStore, newKey, type TransactionInput } from '../../test/support.ts'

describeStore('batches of transactions on $name', (store) => {
  const linesOf = ({ lines }: Pick<Transaction, 'lines'>) =>
    lines?.map(({ number, expiryDate, effect }) => [number, expiryDate, effect])
  const good = async (asked: TransactionInput) => {
    const { status, body } = await store.record(asked)
    expect([status, body]).toEqual([201, expect.anything()])
    return body
  }
  const buy = (medicineId: string, quantity: number, number: string, expiryDate: string) =>
    good({ medicineId, type: 'purchase', quantity, batch: { number, expiryDate } })
  /** Adds a medicine with 5 units of B, which expires first, and 5 of A. */
  async function two(name?: string) {
    const { _id } = await store.addMedicine({ ...(name && { name }), currentStock: 0 })
    await buy(_id, 5, 'A', '2047-08-31')
    await buy(_id, 5, 'B', '2047-02-28')
    return _id
  }

  test('a purchase names number and expiry date, and shows them', async () => {
    const { _id } = await store.addMedicine({ currentStock: 0 })
    const purchase = await buy(_id, 5, ' ab12 ', '2047-08-31')
    expect(linesOf(purchase)).toEqual([['AB12', '2047-08-31', 5]])
    // Compared without the medicine's name, because its feed event may not have arrived yet.
    const { medicineId: _unnamed, ...shown } = purchase
    expect((await store.read(purchase._id)).body).toMatchObject(shown)
    expect((await store.list(`?medicineId=${_id}&limit=5`)).body).toMatchObject([shown])
  })

  test('another batch than the first needs a reason, which is on record', async () => {
    const medicineId = await two('Dolo 650')
    const batch = { number: 'a' }
    const refused = await store.record({ medicineId, batch })
    const { code, message, errors } = refused.body as unknown as Problem
    expect([refused.status, code]).toEqual([409, 'inventory.not_first_to_expire'])
    expect(message).toBe('Another batch of Dolo 650 expires first. Give a reason to sell batch A')
    expect(errors).toEqual({ batch: message })
    const reason = 'B is behind the shelf · ₹'
    const sale = await good({ medicineId, quantity: 2, batch: { ...batch, reason } })
    expect(linesOf(sale)).toEqual([['A', '2047-08-31', -2]])
    expect(sale.batch).toEqual({ number: 'A', reason })
  })

  test.each([
    ['neither number nor id', { batch: {} }],
    ['a date at a sale', { batch: { number: 'A', expiryDate: '2047-08-31' } }],
    ['an id at a purchase', { type: 'purchase', batch: { _id: newKey(), number: 'A' } }],
    ['a reason at a write-off', { type: 'expired', batch: { number: 'A', reason: 'x' } }],
    ['shares', { batch: { number: 'A', shares: [] } }],
    ['a way to the supplier at a write-off', { type: 'expired', batch: { number: 'A', toSupplier: true } }],
    ['a number that is none', { batch: { number: ' ' } }],
  ])('%s is refused', async (_, asked) => {
    const answer = await store.record({ medicineId: newKey(), ...asked } as TransactionInput)
    expect([answer.status, (answer.body as unknown as Problem).code]).toEqual([400, 'request.invalid'])
  })

  test('a return goes back to the batches that were sold last, once', async () => {
    const medicineId = await two()
    await good({ medicineId, quantity: 5 })
    await good({ medicineId, quantity: 2 })
    const undone = await good({ medicineId, quantity: 1 })
    await store.reverse(undone._id)
    const { _id: id } = await good({ medicineId, quantity: 1 })
    await store.db('transactions').where({ id }).update({ bill_id: newKey() })
    await buy(medicineId, 5, 'C', '2047-01-31')
    const back = (quantity: number) => good({ medicineId, type: 'return', quantity })
    expect(linesOf(await back(1))).toEqual([['A', '2047-08-31', 1]])
    const second = await back(3)
    const lastSold = [
      ['A', '2047-08-31', 1],
      ['B', '2047-02-28', 2],
    ]
    expect([linesOf(second), second.batch]).toEqual([lastSold, undefined])
    await store.reverse(second._id)
    expect(linesOf(await back(3))).toEqual(lastSold)
    // B has three units left to return. The fourth was never sold, so it goes to the batch that sells next.
    expect(linesOf(await back(4))).toEqual([
      ['B', '2047-02-28', 3],
      ['C', '2047-01-31', 1],
    ])
    const named = await good({ medicineId, type: 'return', batch: { number: 'A' } })
    expect(linesOf(named)).toEqual([['A', '2047-08-31', 1]])
  })

  test('a return of what 300 batches sold goes back to all of them', async () => {
    const medicine = await store.addMedicine({ currentStock: 300 })
    await divideStock(store, medicine, Array(300).fill([1, '2047-08-31']))
    const sale = await good({ medicineId: medicine._id, quantity: 300 })
    const back = await good({ medicineId: medicine._id, type: 'return', quantity: 300 })
    const batchesOf = ({ lines = [] }: Transaction) => lines.map(({ batchId }) => batchId).toSorted()
    expect(batchesOf(back)).toHaveLength(300)
    expect(batchesOf(back)).toEqual(batchesOf(sale))
    expect(back.lines?.every(({ effect }) => effect === 1)).toBe(true)
  })

  test('a scanned pack goes to inventory with number and date in every type, and shows them', async () => {
    const medicineId = await two()
    const batch = { number: 'A', expiryDate: '2047-08-31', scanned: true } as const
    for (const [type, effect] of [
      ['sale', -1],
      ['return', 1],
      ['expired', -1],
      ['adjustment', 1],
    ] as const) {
      const recorded = await good({ medicineId, type, batch })
      expect(linesOf(recorded)).toEqual([['A', '2047-08-31', effect]])
      expect(recorded.batch).toEqual(batch)
    }
  })

  test('a scanned pack of an unknown batch comes back to the batches that were sold', async () => {
    const medicineId = await two()
    await good({ medicineId, batch: { number: 'A', scanned: true } })
    const batch = { number: 'NEW', scanned: true } as const
    const back = await good({ medicineId, type: 'return', batch })
    expect(linesOf(back)).toEqual([['A', '2047-08-31', 1]])
    expect(back.batch).toEqual(batch)
  })
})
