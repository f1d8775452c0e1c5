import type { Problem, Transaction } from '@mms/contracts'
import type { TestAnswer } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { describeStore, newKey, salesCalls } from '../../test/support.ts'

const problemOf = (answer: TestAnswer<Transaction>) => answer.body as unknown as Problem
const isReplay = (answer: TestAnswer<Transaction>) => answer.headers.get('idempotent-replayed') === 'true'

describeStore('recording a transaction on $name', (store) => {
  const rowsOf = (medicineId: string) =>
    store.db('transactions').where({ medicine_id: medicineId }).pluck('status')

  test('what was asked and confirmed is on record, in the history and in the feed', async () => {
    const { _id: medicineId } = await store.addMedicine()
    const confirmed = [{ code: 'price_far' as const, value: 300, compared: 19.99 }]
    const later = { code: 'of_a_later_release', value: 1, compared: 1 }
    const asked = { medicineId, unitPrice: 300, confirmed: [...confirmed, later] as typeof confirmed }
    const key = newKey()
    const { status, body } = await store.record(asked, key)
    expect([status, body.confirmed]).toEqual([201, confirmed])
    expect((await store.read(body._id)).body.confirmed).toEqual(confirmed)
    expect((await store.list(`?medicineId=${medicineId}`)).body[0]?.confirmed).toEqual(confirmed)
    expect(isReplay(await store.record(asked, key))).toBe(true)
    const token = store.tokens.serviceToken('analytics')
    const feed = await store.client.get<{ subject: string; data: object }[]>('/internal/feed', { token })
    expect(feed.body.find(({ subject }) => subject === body._id)?.data).toMatchObject({ confirmed })
    const plain = await store.record({ medicineId })
    expect(plain.body).not.toHaveProperty('confirmed')
  })

  test.each([
    [{ type: 'sale' }, 46],
    [{ type: 'purchase' }, 54],
    [{ type: 'adjustment' }, 54],
    [{ type: 'adjustment', direction: 'decrease' }, 46],
  ] as const)('%j moves the stock once', async (asked, newStockLevel) => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const note = ' <b>second</b>\nstrip '
    const sent = { ...asked, quantity: 4, unitPrice: 4.35 }
    const answer = await store.record({ ...sent, medicineId: medicine._id, note })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`/api/transactions/${answer.body._id}`)
    expect(isReplay(answer)).toBe(false)
    const recordedBy = { _id: expect.any(String), name: 'Asha Rao' }
    const done = { status: 'completed', newStockLevel, recordedBy }
    const recorded = { ...sent, ...done, totalAmount: 17.4, note: note.trim(), sample: false }
    expect(answer.body).toMatchObject(recorded)
    expect(await store.stockOf(medicine)).toBe(newStockLevel)
    expect(await store.movementsOf(medicine)).toMatchObject([
      { _id: answer.body._id, change: newStockLevel - 50, balanceAfter: newStockLevel },
    ])
    const read = (await store.read(answer.body._id)).body
    expect(read).toMatchObject({ ...done, recordedBy: answer.body.recordedBy })
  })

  test('answers 409 for a medicine that nobody knows, and for a deleted one', async () => {
    const medicine = await store.addMedicine()
    await store.inventory.delete(`/api/medicines/${medicine._id}`, { token: store.admin })
    for (const medicineId of [newKey(), medicine._id]) {
      const answer = await store.record({ medicineId, type: 'purchase' })
      expect(answer.status).toBe(409)
      expect(problemOf(answer).errors).toEqual({ medicineId: 'Medicine not found' })
    }
  })

  describe('with an Idempotency-Key', () => {
    test('answers a retry as it answered the first, and sells once', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const key = newKey()
      const first = await store.record({ medicineId: medicine._id, quantity: 2 }, key)
      await store.record({ medicineId: medicine._id, quantity: 5 })
      const retry = await store.record({ medicineId: medicine._id, quantity: 2 }, key)
      expect(retry.status).toBe(201)
      expect(retry.body).toMatchObject({ _id: first.body._id, newStockLevel: 48 })
      expect([isReplay(first), isReplay(retry)]).toEqual([false, true])
      expect(await store.stockOf(medicine)).toBe(43)
    })

    test('answers a refused sale with the same refusal after restocking; a new key sells', async () => {
      const medicine = await store.addMedicine({ currentStock: 1 })
      const key = newKey()
      const first = await store.record({ medicineId: medicine._id, quantity: 2 }, key)
      await store.record({ medicineId: medicine._id, type: 'purchase', quantity: 10 })
      const retry = await store.record({ medicineId: medicine._id, quantity: 2 }, key)
      expect([first.status, retry.status]).toEqual([409, 409])
      const message = `Only 1 units of ${medicine.name} are in stock`
      const refusal = { code: 'inventory.insufficient_stock', message, errors: { quantity: message } }
      for (const answer of [first, retry]) expect(problemOf(answer)).toMatchObject(refusal)
      expect(isReplay(retry)).toBe(true)
      expect(await store.stockOf(medicine)).toBe(11)
      const again = await store.record({ medicineId: medicine._id, quantity: 2 }, newKey())
      expect(again.body).toMatchObject({ status: 'completed', newStockLevel: 9 })
    })

    test('keeps the keys of two people apart', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const key = newKey()
      for (const token of [store.staff, store.admin]) {
        const answer = await salesCalls(store.client, token).record({ medicineId: medicine._id }, key)
        expect([answer.status, isReplay(answer)]).toEqual([201, false])
      }
      expect(await store.stockOf(medicine)).toBe(48)
    })

    test('sells once however many come at the same moment', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const key = newKey()
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => store.record({ medicineId: medicine._id, quantity: 3 }, key)),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1)
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(answer.status).toBe(409)
        expect(problemOf(answer).code).toBe('sales.in_flight')
        expect(answer.headers.get('retry-after')).toBe('1')
      }
      expect(await store.stockOf(medicine)).toBe(47)
      expect(await rowsOf(medicine._id)).toEqual(['completed'])
    })
  })
})
