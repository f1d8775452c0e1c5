import { randomUUID } from 'node:crypto'
import { approvalSubject, DAY_MS, defaultCounterLimits, type Problem, type Returnable } from '@mms/contracts'
import type { TestAnswer, TestTokenOptions } from '@mms/service-kit/test-support'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { describeStore, newKey, salesCalls, type TransactionInput } from '../../test/support.ts'
import { createTransactionStore } from '../transactions/store.ts'

describeStore('returns on $name', (store) => {
  let medicineId: string
  const staffId = randomUUID()
  let staff: string
  beforeAll(async () => {
    staff = store.tokens.token({ role: 'staff', sub: staffId })
    const body = { ...defaultCounterLimits, staffReturnUnits: 5 }
    await store.client.put('/api/transactions/limits', { token: store.admin, body })
  })
  beforeEach(async () => {
    medicineId = (await store.addMedicine({ currentStock: 500, unitPrice: 2.5 }))._id
  })

  const post = (asked: Partial<TransactionInput>, key = newKey(), token = staff) =>
    salesCalls(store.client, token).record(
      { type: 'return', unitPrice: 2.5, medicineId, ...asked },
      key,
    ) as unknown as Promise<TestAnswer<Problem & { _id: string; confirmed?: object[]; approvedBy?: object }>>
  /** As an administrator, because staff may undo only their own transactions. */
  const owner = { reverse: (id: string) => salesCalls(store.client, store.admin).reverse(id) }
  const sell = (quantity: number) => post({ type: 'sale', quantity })
  const returnable = async () => {
    const path = `/api/transactions/returnable/${medicineId}`
    return (await store.client.get<Returnable>(path, { token: staff })).body.units
  }
  const plant = (differing: Parameters<typeof buildRecord>[0]) =>
    createTransactionStore(store.db).insert([buildRecord({ medicineId, ...differing })])
  const refused = { status: 403, body: { code: 'sales.approval_required' } }

  test('what may come back is what was sold in 90 days, less what came back', async () => {
    expect(await returnable()).toBe(0)
    await sell(10)
    const undone = await sell(7)
    await owner.reverse(undone.body._id)
    expect(await returnable()).toBe(10)
    const back = await post({ quantity: 4 })
    expect(await returnable()).toBe(6)
    await owner.reverse(back.body._id)
    expect(await returnable()).toBe(10)
    await plant({ quantity: 100, createdAt: new Date(Date.now() - 91 * DAY_MS) })
    const odd = [{ sample: true }, { type: 'purchase' }, { billId: newKey() }, { status: 'pending' }] as const
    for (const other of odd) await plant({ quantity: 100, ...other })
    await plant({ quantity: 7, type: 'return', billId: newKey() })
    await plant({ quantity: 100, status: 'rejected', type: 'return' })
    expect(await returnable()).toBe(10)
    await plant({ quantity: 3, createdAt: new Date(Date.now() - 88 * DAY_MS) })
    await plant({ quantity: 2, status: 'pending', type: 'return' })
    expect(await returnable()).toBe(11)
  })

  test('staff take back what was sold without a remark, and a few more with one', async () => {
    await sell(10)
    const usual = await post({ quantity: 10 })
    expect(usual.status).toBe(201)
    expect(usual.body).not.toHaveProperty('confirmed')
    const asked = { code: 'return_above_sold' as const, value: 5, compared: 3 }
    const more = await post({ quantity: 5, confirmed: [asked] })
    // The server replaces the browser's figure by the current one.
    expect(more).toMatchObject({ status: 201, body: { confirmed: [{ ...asked, compared: 0 }] } })
    expect(more.body).not.toHaveProperty('approvedBy')
  })

  test('of a deleted medicine nothing comes back or is written off without a bill', async () => {
    await sell(10)
    const [sold] = await store.movementsOf({ _id: medicineId })
    await store.inventory.delete(`/api/medicines/${medicineId}`, { token: store.admin })
    const shown = async () => (await store.list(`?medicineId=${medicineId}`)).body[0]?.medicineId
    await expect.poll(shown).toMatchObject({ deleted: true })
    const gone = { status: 409, body: { code: 'inventory.medicine_not_found' } }
    const writeOff = { type: 'expired', batch: { _id: sold?.lines[0]?.batchId } } as const
    expect([await post({ quantity: 1 }), await post(writeOff)]).toMatchObject([gone, gone])
    expect(await store.movementsOf({ _id: medicineId })).toEqual([sold])
  })

  test('what was not asked is said to be found', async () => {
    const { confirmed } = (await post({ quantity: 2 })).body
    expect(confirmed).toEqual([{ code: 'return_above_sold', value: 2, compared: 0, unasked: true }])
  })

  test('above the limit staff are refused, whatever they confirm, and nothing is stored', async () => {
    await sell(10)
    const confirmed = [{ code: 'return_above_sold' as const, value: 16, compared: 10 }]
    const answer = await post({ quantity: 16, confirmed })
    expect(answer).toMatchObject(refused)
    expect(answer.body.message).toBe(
      'Only 10 sold without a bill in 90 days and not returned. Returning more than 5 beyond that needs an administrator',
    )
    expect((await post({ quantity: 15 })).status).toBe(201)
    const types = await store.db('transactions').where({ medicine_id: medicineId }).pluck('type')
    expect(types.toSorted()).toEqual(['return', 'sale'])
  })

  test('what an administrator took back leaves staff their limit, and none of what was sold before it', async () => {
    await sell(10)
    const large = await post({ quantity: 40 }, newKey(), store.admin)
    expect(large).toMatchObject({ status: 201, body: { approvedBy: { name: expect.any(String) } } })
    expect(await returnable()).toBe(0)
    expect((await post({ quantity: 6 })).status).toBe(403)
    expect((await post({ quantity: 5 })).status).toBe(201)
    expect((await post({ quantity: 1 })).status).toBe(403)
  })

  test('of returns at the same moment no more are recorded than of one after the other', async () => {
    await sell(3)
    await store.untilKnown({ _id: medicineId })
    const all = await Promise.all(Array.from({ length: 6 }, () => post({ quantity: 8 })))
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403, 403, 403])
  })

  describe("an administrator's approval", () => {
    const approve = (
      key: string,
      differing: { quantity?: number; unitPrice?: number; medicineId?: string } = {},
      { callerId = staffId, ...options }: TestTokenOptions & { callerId?: string } = {},
    ) => {
      const subject = approvalSubject(key, { medicineId, quantity: 40, unitPrice: 2.5, ...differing })
      return store.tokens.approval({ callerId, purpose: 'sales.return', subject }, options)
    }
    const sub = randomUUID()

    test('lifts the limit for this return, and it is kept who gave it', async () => {
      const key = newKey()
      const approval = approve(key, {}, { sub })
      const answer = await post({ quantity: 40, approval }, key)
      const approvedBy = { _id: sub, name: 'Meera Nair' }
      const confirmed = [{ code: 'return_above_sold', value: 40, compared: 0 }]
      expect(answer).toMatchObject({ status: 201, body: { approvedBy } })
      expect(answer.body.confirmed).toEqual(confirmed)
      expect((await store.read(answer.body._id)).body.approvedBy).toEqual(approvedBy)
      const token = store.tokens.serviceToken('analytics')
      const feed = await store.client.get<{ subject: string; data: object }[]>('/internal/feed', { token })
      const event = feed.body.find(({ subject }) => subject === answer.body._id)
      expect(event?.data).toMatchObject({ approvedBy })
    })

    test('is used once: a retry is the same return, another return is refused', async () => {
      const key = newKey()
      const approval = approve(key)
      const first = await post({ quantity: 40, approval }, key)
      const retry = await post({ quantity: 40, approval }, key)
      const replayed = retry.headers.get('idempotent-replayed')
      expect([retry.status, retry.body._id, replayed]).toEqual([201, first.body._id, 'true'])
      expect(await post({ quantity: 40, approval })).toMatchObject(refused)
      expect(await post({ quantity: 40, approval }, newKey())).toMatchObject(refused)
    })

    test('that is too old by now does not refuse the retry of what was recorded', async () => {
      const key = newKey()
      const approval = approve(key, {}, { expiresIn: 30 })
      const first = await post({ quantity: 40, approval }, key)
      expect(first.status).toBe(201)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
      onTestFinished(() => void vi.useRealTimers())
      expect((await post({ quantity: 40, approval }, key)).body._id).toBe(first.body._id)
    })

    test.each([
      ['of another amount', { quantity: 41 }, {}],
      ['of another price', { unitPrice: 250 }, {}],
      ['of another medicine', { medicineId: randomUUID() }, {}],
      ['for another user', {}, { callerId: randomUUID() }],
      ['that is too old', {}, { expiresIn: -1 }],
      ['that is an access token', {}, { audience: 'mms' }],
    ])('%s lifts nothing', async (_, differing, options) => {
      const key = newKey()
      const answer = await post({ quantity: 40, approval: approve(key, differing, options) }, key)
      expect(answer).toMatchObject(refused)
      expect(answer.body.message).toMatch(/^The approval is not for this transaction/)
      expect(await returnable()).toBe(0)
      expect((await post({ quantity: 40, approval: approve(key) }, key)).status).toBe(201)
    })
  })
})
