import { randomUUID } from 'node:crypto'
import { approvalSubject, DAY_MS, defaultCounterLimits, type Problem, type Transaction } from '@mms/contracts'
import type { TestAnswer } from '@mms/service-kit/test-support'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeStore, newKey, salesCalls, sessionOf, type TransactionInput } from '../../test/support.ts'

const OVER = [403, 'sales.approval_required']

describeStore('stock that is written off on $name', (store) => {
  let medicineId: string
  let staffId: string
  let staff: string
  beforeAll(async () => {
    const body = { ...defaultCounterLimits, staffWriteOffRupees: 6_000 }
    await store.client.put('/api/transactions/limits', { token: store.admin, body })
  })
  beforeEach(async () => {
    medicineId = await addMedicine()
    staffId = randomUUID()
    staff = tokenOf(staffId)
  })

  const tokenOf = (sub: string, more: object = {}) =>
    store.tokens.token({ role: 'staff', sub, sessionId: sessionOf(new Date(Date.now() - DAY_MS)), ...more })
  /** Adds a medicine at ₹12 and waits until sales knows it and its batches. */
  async function addMedicine(expiryDate: string | null = null): Promise<string> {
    const medicine = await store.addMedicine({ currentStock: 2_000, unitPrice: 12, expiryDate })
    await store.untilKnown(medicine)
    return medicine._id
  }
  type Answer = TestAnswer<Omit<Transaction, 'status'> & Problem>
  const writeOff = (units: number, asked: Partial<TransactionInput> = {}, key = newKey(), token = staff) => {
    const body = { type: 'expired' as const, medicineId, note: 'broken', ...asked, quantity: units }
    return salesCalls(store.client, token).record(body, key) as unknown as Promise<Answer>
  }
  const codeOf = ({ status, body }: Answer) => (status === 201 ? 201 : [status, body.code])
  const found = (units: number, more: object = {}) => [
    { code: 'written_off_early', value: units * 12, compared: units, ...more },
  ]

  test('before expiry and without a reason is recorded, marked, and listed for administrators', async () => {
    const { status, body } = await writeOff(5, { note: '' })
    expect([status, body.confirmed]).toEqual([201, found(5, { unasked: true })])
    const entries = await store.audit({ action: 'transaction.unconfirmed', person: staffId })
    expect(entries).toMatchObject([{ subject: body._id, after: { written_off_early: 60 } }])
    const { body: reasoned } = await writeOff(5)
    expect(reasoned.confirmed).toEqual(found(5))
  })

  test('after expiry is neither marked nor limited', async () => {
    const expired = await addMedicine('2020-01-31')
    const { status, body } = await writeOff(1_000, { medicineId: expired, note: '' })
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('confirmed')
    expect(codeOf(await writeOff(500))).toBe(201)
  })

  test('is worth its selling price, whatever price and finding the request claims', async () => {
    const confirmed = [{ code: 'written_off_early' as const, value: 0, compared: 0 }]
    const answer = await writeOff(300, { unitPrice: 0, confirmed })
    expect(answer.body.confirmed).toEqual(found(300))
    expect(codeOf(await writeOff(201, { unitPrice: 0, confirmed }))).toEqual(OVER)
  })

  test('is limited by person and day, and by what stands', async () => {
    const first = await writeOff(500)
    expect(first.status).toBe(201)
    const { status, body } = await writeOff(1)
    const none = 'At most ₹0.00 more can be written off today before expiry. The rest needs an administrator'
    expect([status, body.code, body.message]).toEqual([...OVER, none])
    expect(await store.stockOf({ _id: medicineId })).toBe(1_500)
    expect(codeOf(await writeOff(1, {}, newKey(), tokenOf(randomUUID())))).toBe(201)
    expect((await salesCalls(store.client, staff).reverse(first.body._id)).status).toBe(201)
    expect(codeOf(await writeOff(500))).toBe(201)
    const yesterday = { created_at: new Date(Date.now() - DAY_MS) }
    await store.db('transactions').where({ created_by: staffId }).update(yesterday)
    expect(codeOf(await writeOff(500))).toBe(201)
  })

  test('at the same moment is limited together', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => writeOff(200)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  })

  test('above the limit needs an approval of this very write-off, or an administrator', async () => {
    const key = newKey()
    const subject = approvalSubject(key, { medicineId, quantity: 600, unitPrice: 10 })
    const sign = (purpose: 'sales.return' | 'sales.write_off') =>
      store.tokens.approval({ callerId: staffId, purpose, subject })
    expect(codeOf(await writeOff(600, { approval: sign('sales.return') }, key))).toEqual(OVER)
    const { status, body } = await writeOff(600, { approval: sign('sales.write_off') }, key)
    expect([status, body.approvedBy?.name]).toEqual([201, expect.any(String)])
    expect(codeOf(await writeOff(500))).toBe(201)
    expect(codeOf(await writeOff(600, {}, newKey(), store.admin))).toBe(201)
  })
})
