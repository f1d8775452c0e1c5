import { setTimeout as delay } from 'node:timers/promises'
import type { AuditEntry, Problem, Transaction } from '@mms/contracts'
import type { TestAnswer } from '@mms/service-kit/test-support'
import { expect, test } from 'vitest'
import { describeStore, newKey, salesCalls } from '../../test/support.ts'

const problemOf = (answer: TestAnswer<Transaction>) => answer.body as unknown as Problem

describeStore(
  'undoing a transaction on $name',
  (store) => {
    test.each([
      { type: 'sale' },
      { type: 'purchase' },
      { type: 'adjustment', direction: 'decrease' },
    ] as const)('a reversal of %j puts the stock back, once', async (asked) => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const original = await store.record({ ...asked, medicineId: medicine._id, quantity: 4, unitPrice: 2.5 })
      const reversal = await store.reverse(original.body._id)
      expect(reversal.status).toBe(201)
      const undone = { quantity: 4, totalAmount: -10, reverses: original.body._id, newStockLevel: 50 }
      expect(reversal.body).toMatchObject({ ...asked, ...undone })
      expect(await store.stockOf(medicine)).toBe(50)
      expect((await store.read(original.body._id)).body.reversedBy).toBe(reversal.body._id)
      const again = await store.reverse(original.body._id)
      expect([again.status, problemOf(again).code]).toEqual([409, 'sales.already_reversed'])
      expect(await store.movementsOf(medicine)).toHaveLength(2)
    })

    test('who reversed it is on record; a reversal that was refused at once is not', async () => {
      const medicine = await store.addMedicine()
      const { _id } = (await store.record({ medicineId: medicine._id })).body
      const history = (token: string) =>
        store.client.get<AuditEntry[]>(`/api/transactions/${_id}/history`, { token })
      expect((await history(store.staff)).body).toEqual([])
      const reversal = await store.reverse(_id)
      expect((await store.reverse(_id)).status).toBe(409)
      const line = { action: 'transaction.reversal-requested', after: { reversal: reversal.body._id } }
      expect((await history(store.staff)).body).toMatchObject([{ ...line, requestId: null, address: null }])
      const requestId = reversal.headers.get('x-request-id')
      expect((await history(store.admin)).body).toMatchObject([
        { ...line, actorName: expect.any(String), requestId },
      ])
      const log = await store.audit({ subject: _id })
      expect(log).toMatchObject([{ ...line, subjectName: expect.stringMatching(/^sale of \d+ × \S/) }])
    })

    test('a duplicate of a reversal never hears that somebody else has made it', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      for (let round = 0; round < 10; round += 1) {
        const original = await store.record({ medicineId: medicine._id })
        const key = newKey()
        const duplicates = Array.from({ length: 10 }, async (_, index) => {
          await delay(index)
          return store.reverse(original.body._id, key)
        })
        const refusals = (await Promise.all(duplicates)).filter(({ status }) => status !== 201).map(problemOf)
        expect(refusals.filter(({ code }) => code !== 'sales.in_flight')).toEqual([])
      }
    })

    test('of two reversals at the same moment one succeeds', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const original = await store.record({ medicineId: medicine._id, quantity: 7 })
      const answers = await Promise.all(Array.from({ length: 6 }, () => store.reverse(original.body._id)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
      expect(await store.stockOf(medicine)).toBe(50)
    })

    test('a purchase whose goods are sold cannot be reversed, until they are there again', async () => {
      const medicine = await store.addMedicine({ currentStock: 0 })
      const purchase = await store.record({ medicineId: medicine._id, type: 'purchase', quantity: 5 })
      const sale = await store.record({ medicineId: medicine._id, quantity: 4 })
      const refused = await store.reverse(purchase.body._id)
      expect([refused.status, problemOf(refused).code]).toEqual([409, 'inventory.insufficient_stock'])
      expect((await store.read(purchase.body._id)).body.reversedBy).toBeNull()
      await store.reverse(sale.body._id)
      expect((await store.reverse(purchase.body._id)).body).toMatchObject({ newStockLevel: 0 })
    })

    test('staff undo and cancel what they recorded, an administrator whatever was', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const sale = await store.record({ medicineId: medicine._id, quantity: 4 })
      const { client, tokens, admin } = store
      const other = salesCalls(client, tokens.token({ role: 'staff', name: 'Meera Nair' }))
      const notOwn = { code: 'sales.not_own', message: 'Only Asha Rao or an administrator can undo it' }
      for (const refused of [await other.reverse(sale.body._id), await other.cancel(sale.body._id)])
        expect(refused).toMatchObject({ status: 403, body: notOwn })
      expect((await store.read(sale.body._id)).body.reversedBy).toBeNull()
      expect(await store.stockOf(medicine)).toBe(46)
      await store.db('transactions').where({ id: sale.body._id }).update({ created_by_name: null })
      expect(problemOf(await other.reverse(sale.body._id)).message).toContain('the person who recorded this')
      expect((await salesCalls(client, admin).reverse(sale.body._id)).status).toBe(201)
      expect(await store.stockOf(medicine)).toBe(50)
    })

    test('reversals, refused and unknown transactions are not reversed', async () => {
      const medicine = await store.addMedicine({ currentStock: 1 })
      const sale = await store.record({ medicineId: medicine._id })
      const reversal = await store.reverse(sale.body._id)
      const [row] = await store.db('transactions').where({ id: sale.body._id })
      const refusedId = newKey()
      const sampleId = newKey()
      await store.db('transactions').insert([
        { ...row, id: refusedId, status: 'rejected', reversed_by: null },
        { ...row, id: sampleId, sample: true, reversed_by: null },
      ])
      const codes = []
      for (const id of [reversal.body._id, refusedId, sampleId, newKey()]) {
        const answer = await store.reverse(id)
        codes.push([answer.status, problemOf(answer).code])
      }
      expect(codes).toEqual([
        [409, 'sales.is_reversal'],
        [409, 'sales.not_completed'],
        [409, 'sales.is_sample'],
        [404, 'sales.transaction_not_found'],
      ])
      expect(await store.stockOf(medicine)).toBe(1)
    })

    test('a recorded or refused transaction is not cancelled', async () => {
      const medicine = await store.addMedicine({ currentStock: 1 })
      const sale = await store.record({ medicineId: medicine._id })
      const key = newKey()
      await store.record({ medicineId: medicine._id }, key)
      const [refusedId] = await store.db('transactions').where({ idempotency_key: key }).pluck('id')
      for (const id of [sale.body._id, refusedId]) {
        const answer = await store.cancel(id)
        expect([answer.status, problemOf(answer).code]).toEqual([409, 'sales.not_pending'])
      }
      expect((await store.cancel(newKey())).status).toBe(404)
      expect(await store.stockOf(medicine)).toBe(0)
    })
  },
  { sweepIntervalMs: 20 },
)
