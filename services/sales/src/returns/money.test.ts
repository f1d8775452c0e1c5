import { randomUUID } from 'node:crypto'
import {
  approvalSubject,
  DAY_MS,
  defaultCounterLimits,
  HOUR_MS,
  type Problem,
  type Transaction,
} from '@mms/contracts'
import type { TestAnswer } from '@mms/service-kit/test-support'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { describeStore, newKey, salesCalls, sessionOf, type TransactionInput } from '../../test/support.ts'
import { createTransactionStore } from '../transactions/store.ts'

describeStore('money that goes out on $name', (store) => {
  let medicineId: string
  let staffId: string
  let staff: string
  beforeAll(async () => {
    const body = { ...defaultCounterLimits, staffReturnUnits: 5, staffRefundRupees: 5_000 }
    await store.client.put('/api/transactions/limits', { token: store.admin, body })
  })
  beforeEach(async () => {
    medicineId = await addMedicine(10)
    staffId = randomUUID()
    const sessionId = sessionOf(new Date(Date.now() - DAY_MS))
    staff = store.tokens.token({ role: 'staff', sub: staffId, sessionId })
  })

  /** Waits until sales knows the medicine: its price limits returns of units that were not sold here. */
  async function addMedicine(unitPrice: number): Promise<string> {
    const medicine = await store.addMedicine({ currentStock: 500, unitPrice })
    await store.untilKnown(medicine)
    return medicine._id
  }
  type Answer = TestAnswer<Omit<Transaction, 'status'> & Problem>
  const post = (asked: Partial<TransactionInput>, key = newKey(), token = staff) =>
    salesCalls(store.client, token).record({ medicineId, ...asked }, key) as unknown as Promise<Answer>
  const sell = async (quantity: number, unitPrice = 10) => (await post({ quantity, unitPrice })).body._id
  const takeBack = (quantity: number, unitPrice = 10, more: Partial<TransactionInput> = {}) =>
    post({ type: 'return', quantity, unitPrice, ...more })
  const undo = (id: string, token = staff) =>
    salesCalls(store.client, token).reverse(id) as unknown as Promise<Answer>
  const outcomeOf = ({ status, body }: Answer) => (status === 201 ? 201 : [status, body.code, body.message])
  const codeOf = ({ status, body }: Answer) => [status, body.code]
  const approval = 'sales.approval_required'

  describe('a return', () => {
    test('is refunded at most what was paid for it, and at less', async () => {
      await sell(3, 1)
      const message = 'At most ₹1.00 a unit was paid for these units. A higher refund needs an administrator'
      expect(outcomeOf(await takeBack(1, 500_000))).toEqual([403, approval, message])
      expect(codeOf(await takeBack(1, 1.01))).toEqual([403, approval])
      expect([await takeBack(1, 0.5), await takeBack(2, 1)].map(outcomeOf)).toEqual([201, 201])
    })

    test('stands while its undo is pending, and frees its units once that is completed', async () => {
      await sell(3, 500)
      const { _id: id } = (await takeBack(3, 500)).body
      // At most 30 seconds, because a time further ahead would count as due.
      const nextAttemptAt = new Date(Date.now() + 30_000)
      const undo = { type: 'return', status: 'pending', reverses: id, nextAttemptAt } as const
      const pending = buildRecord({ medicineId, ...undo })
      await createTransactionStore(store.db).insert([pending])
      await store.db('transactions').where({ id }).update({ reversed_by: pending.id })
      expect(codeOf(await takeBack(3, 500))).toEqual([403, approval])
      await store.db('transactions').where({ id: pending.id }).update({ status: 'completed' })
      expect(outcomeOf(await takeBack(3, 500))).toBe(201)
    })

    test('of what was not sold here is refunded at most the price of its medicine', async () => {
      const message =
        'At most ₹10.00 a unit is refunded for units not sold here. A higher refund needs an administrator'
      expect(outcomeOf(await takeBack(5, 900_000))).toEqual([403, approval, message])
      expect(outcomeOf(await takeBack(5))).toBe(201)
    })

    test('by an administrator whose session began with a PIN is judged like that of staff', async () => {
      const pin = store.tokens.token({ role: 'admin', sub: staffId, authTime: 0 })
      const many = { type: 'return', quantity: 500, unitPrice: 99 } as const
      expect(codeOf(await post(many, newKey(), pin))).toEqual([403, approval])
      expect(outcomeOf(await post({ type: 'return' }, newKey(), pin))).toBe(201)
      const key = newKey()
      const subject = approvalSubject(key, { medicineId, quantity: 500, unitPrice: 99 })
      const signed = store.tokens.approval({ callerId: staffId, purpose: 'sales.return', subject })
      expect(outcomeOf(await post({ ...many, approval: signed }, key, pin))).toBe(201)
    })
  })

  describe('the limit in rupees of a person and day', () => {
    const refused = [403, approval]

    test('counts what was not sold here alone, by all medicines, until it is undone', async () => {
      medicineId = await addMedicine(1_000)
      await sell(4, 1_000)
      expect(outcomeOf(await takeBack(4, 1_000))).toBe(201)
      const { body } = await takeBack(3, 1_000)
      medicineId = await addMedicine(2_001)
      const message =
        'At most ₹2000.00 more can be refunded today for units not sold here. The rest needs an administrator'
      expect(outcomeOf(await takeBack(1, 2_001))).toEqual([...refused, message])
      expect(outcomeOf(await takeBack(1, 2_000))).toBe(201)
      expect(codeOf(await takeBack(1, 0.01))).toEqual(refused)
      await undo(body._id)
      expect(outcomeOf(await takeBack(1, 2_001))).toBe(201)
    })

    test('is of one person, and of one day', async () => {
      medicineId = await addMedicine(1_000)
      const confirmed = [{ code: 'return_above_sold' as const, value: 5, compared: 0 }]
      const yesterday = buildRecord({
        ...{ medicineId, type: 'return', quantity: 5, unitPricePaise: 100_000, confirmed },
        ...{ createdBy: staffId, createdAt: new Date(Date.now() - DAY_MS) },
      })
      medicineId = await addMedicine(1_000)
      await createTransactionStore(store.db).insert([yesterday])
      expect(outcomeOf(await takeBack(5, 1_000))).toBe(201)
      staff = store.tokens.token({ role: 'staff' })
      medicineId = await addMedicine(1_000)
      expect(outcomeOf(await takeBack(5, 1_000))).toBe(201)
    })

    test('is kept by returns of several medicines at the same moment', async () => {
      const ids = await Promise.all([3_000, 3_000, 3_000].map(addMedicine))
      const all = await Promise.all(ids.map((id) => takeBack(1, 3_000, { medicineId: id })))
      expect(all.map(({ status }) => status).toSorted()).toEqual([201, 403, 403])
    })
  })

  describe('an undo', () => {
    const returned = (units: number) => [
      409,
      'sales.returned',
      `${units} of 5 units of this sale were already returned. Return only the others`,
    ]

    test('of a sale takes back only what was not returned, by whom ever', async () => {
      const sale = await sell(5)
      await takeBack(2)
      expect(outcomeOf(await undo(sale))).toEqual(returned(2))
      expect(outcomeOf(await undo(sale, store.admin))).toEqual(returned(2))
      expect((await store.read(sale)).body.reversedBy).toBeNull()
      expect(outcomeOf(await takeBack(3))).toBe(201)
      expect(outcomeOf(await undo(sale))).toEqual(returned(5))
    })

    test('of a sale is taken where another sale accounts for the return', async () => {
      await sell(5)
      const second = await sell(5)
      await takeBack(5)
      expect(outcomeOf(await undo(second))).toBe(201)
    })

    test('of a sale at a price is refused where only cheaper units are left', async () => {
      const dear = await sell(5, 10)
      const cheap = await sell(5, 1)
      await takeBack(5, 10)
      expect(codeOf(await undo(dear))).toEqual([409, 'sales.returned'])
      expect(outcomeOf(await undo(cheap))).toBe(201)
    })

    test('of a sale is not refused for returns from before it', async () => {
      await takeBack(5)
      expect(outcomeOf(await undo(await sell(5)))).toBe(201)
    })

    test('of a sale sees a return that names a time before it', async () => {
      const sale = await sell(5)
      const madeAt = new Date(Date.now() - HOUR_MS).toISOString()
      expect((await takeBack(5, 10, { madeAt })).body.createdAt).toBe(madeAt)
      expect(outcomeOf(await undo(sale))).toEqual(returned(5))
    })

    test('and returns of one sale at the same moment pay once', async () => {
      const sale = await sell(10, 7)
      const undos = Array.from({ length: 3 }, () => undo(sale))
      const returns = Array.from({ length: 6 }, () => takeBack(10, 7))
      const answers = await Promise.all([...returns.slice(0, 3), ...undos, ...returns.slice(3)])
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    })

    test('of an approved return frees none of it for staff, and says who approved it', async () => {
      await sell(10)
      const key = newKey()
      const subject = approvalSubject(key, { medicineId, quantity: 40, unitPrice: 10 })
      const signed = store.tokens.approval({ callerId: staffId, purpose: 'sales.return', subject })
      const asked = { type: 'return', quantity: 40, unitPrice: 10, approval: signed } as const
      const large = await post(asked, key)
      expect(large.status).toBe(201)
      expect((await undo(large.body._id)).body.approvedBy).toEqual(large.body.approvedBy)
      expect(codeOf(await takeBack(16))).toEqual([403, approval])
      expect(outcomeOf(await takeBack(10))).toBe(201)
    })

    test('by staff is for what was recorded today, by an administrator for all', async () => {
      const sale = await sell(1)
      const late = await post({ madeAt: new Date(Date.now() - 23 * HOUR_MS).toISOString() })
      expect(late.body.recordedAt).toBeTruthy()
      expect(outcomeOf(await undo(late.body._id))).toBe(201)
      const created = { created_at: new Date(Date.now() - DAY_MS) }
      await store.db('transactions').where({ id: sale }).update(created)
      const message = 'Only an administrator can undo what was recorded before today'
      expect(outcomeOf(await undo(sale))).toEqual([403, 'sales.not_today', message])
      expect(outcomeOf(await undo(sale, store.admin))).toBe(201)
    })
  })
})
