import {
  type Problem,
  storeDate,
  type Transaction,
  type TransactionsSnapshot,
  type TransactionsSummary,
} from '@mms/contracts'
import { describe, expect, test } from 'vitest'
import { describeStore, newKey, salesCalls, sessionOf } from '../../test/support.ts'
import { earliestOf, madeAtOf, recordedTimesOf } from './made-at.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const now = new Date('2026-11-23T06:00:00.000Z')
const earlier = (ms: number) => new Date(now.getTime() - ms)
const claim = (madeAt: Date | null, earliest = new Date(0)) => ({ madeAt, earliest })

describe('when a transaction was made', () => {
  test.each([
    ['an hour ago', 60 * MINUTE],
    ['31 days ago', 31 * DAY],
    ['a little more than a minute ago', MINUTE + 1],
  ])('is believed %s, and both times are stored', (_when, age) => {
    const madeAt = earlier(age)
    expect(recordedTimesOf(claim(madeAt), now)).toEqual({ createdAt: madeAt, madeAt, recordedAt: now })
  })

  test.each([
    ['within the minute of its arrival', MINUTE],
    ['a minute ahead', -MINUTE],
    ['an hour ahead', -60 * MINUTE],
    ['next year', -365 * DAY],
    ['more than 31 days ago', 31 * DAY + 1],
  ])('is its arrival %s, and what it says is stored', (_when, age) => {
    const madeAt = earlier(age)
    expect(recordedTimesOf(claim(madeAt), now)).toEqual({ createdAt: now, madeAt, recordedAt: null })
  })

  test.each([undefined, '0001-01-01T00:00:00Z'])('is its arrival where %j says it', (text) => {
    expect(madeAtOf(text)).toBeNull()
    expect(recordedTimesOf(claim(null), now)).toEqual({ createdAt: now, madeAt: null, recordedAt: null })
  })

  test.each([undefined, '', 'session', '4f1c6c0e-1111-4222-8333-444455556666'])(
    'is its arrival in a session of staff whose start is not known: %j',
    (sessionId) => {
      expect(earliestOf({ role: 'staff', ...(sessionId !== undefined && { sessionId }) }, now)).toEqual(now)
    },
  )

  test('may be before the session of an administrator began', () => {
    expect(earliestOf({ role: 'admin', sessionId: sessionOf(now) }, now)).toEqual(new Date(0))
  })
})

describeStore('a transaction that arrives late on $name', (store) => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  const dayOf = (instant: string) => storeDate('Asia/Kolkata', new Date(instant))
  const summarize = async (day: string, medicineId = '') => {
    const query = new URLSearchParams({ startDate: day, endDate: day, ...(medicineId && { medicineId }) })
    const options = { token: store.staff }
    return (await store.client.get<TransactionsSummary>(`/api/transactions/summary?${query}`, options)).body
  }

  test('stands, and is summed, in the day on which it was made, and says when it was recorded', async () => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const madeAt = ago(2 * DAY)
    const day = dayOf(madeAt)
    const counted = (await summarize(day)).count
    const { status, body } = await store.record({ medicineId: medicine._id, quantity: 3 }, newKey(), madeAt)
    expect([status, body.createdAt]).toEqual([201, madeAt])
    expect(Date.now() - Date.parse(body.recordedAt ?? '')).toBeLessThan(MINUTE)
    const found = await store.list(`?startDate=${day}&endDate=${day}&medicineId=${medicine._id}`)
    expect(found.body.map(({ _id }) => _id)).toEqual([body._id])
    const today = dayOf(new Date().toISOString())
    expect((await store.list(`?startDate=${today}&medicineId=${medicine._id}`)).body).toEqual([])
    expect((await summarize(day)).count).toBe(counted + 1)
    expect(await summarize(day, medicine._id)).toMatchObject({ count: 1, unitsOut: 3 })
    expect(await summarize(today, medicine._id)).toMatchObject({ count: 0 })
    const { transactions } = await readSnapshot()
    expect(transactions.find(({ _id }) => _id === body._id)).toMatchObject({ createdAt: madeAt })
    expect(await store.stockOf(medicine)).toBe(47)
    // The id must contain the claimed time, because analytics books an undo on the day in the original's id.
    expect(Number.parseInt(body._id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse(madeAt))
  })

  const lateSales = (subject: string) => store.audit({ action: 'transaction.sold-after-expiry', subject })

  const readSnapshot = async () => {
    const token = store.tokens.serviceToken('analytics')
    return (await store.client.get<TransactionsSnapshot>('/internal/transactions', { token })).body
  }

  test('is sold for 72 hours where it was made before its medicine expired, and on record with both times', async () => {
    const { _id: medicineId } = await store.addMedicine({ currentStock: 50, expiryDate: dayOf(ago(2 * DAY)) })
    const madeAt = ago(3 * DAY - MINUTE)
    const sold = await store.record({ medicineId }, newKey(), madeAt)
    expect([sold.status, sold.body.createdAt]).toEqual([201, madeAt])
    for (const late of [undefined, ago(DAY), ago(3 * DAY + MINUTE), ago(40 * DAY), ago(-DAY)]) {
      const refused = await store.record({ medicineId }, newKey(), late)
      expect([refused.status, (refused.body as unknown as Problem).code]).toEqual([
        409,
        'inventory.medicine_expired',
      ])
    }
    expect(await store.stockOf({ _id: medicineId })).toBe(49)
    const { _id, recordedBy, recordedAt } = sold.body
    const batches = `without a number, expired ${dayOf(ago(2 * DAY))}`
    const entries = (await lateSales(_id)).map(({ actorId, after }) => ({ actorId, after }))
    expect(entries).toEqual([{ actorId: recordedBy?._id, after: { madeAt, recordedAt, batches } }])
  })

  test('is not listed as sold after expiry where its stock still is good', async () => {
    const medicine = await store.addMedicine({ expiryDate: dayOf(new Date().toISOString()) })
    const { body } = await store.record({ medicineId: medicine._id }, newKey(), ago(DAY))
    expect([body.status, await lateSales(body._id)]).toEqual(['completed', []])
  })

  test('is recorded now where it names a time before the session of staff began', async () => {
    const { _id: medicineId } = await store.addMedicine({ currentStock: 50 })
    const began = new Date(Date.now() - 60 * MINUTE)
    const token = store.tokens.token({ role: 'staff', sessionId: sessionOf(began) })
    const sell = async (madeAt: string) =>
      (await salesCalls(store.client, token).record({ medicineId, madeAt })).body
    const toldInventory = async ({ _id: id }: Transaction) =>
      JSON.parse((await store.db('transactions').where({ id }).first('command')).command).madeAt
    const believed = ago(30 * MINUTE)
    const sale = await sell(believed)
    expect(sale).toMatchObject({ createdAt: believed, status: 'completed' })
    const claimedAt = ago(2 * 60 * MINUTE)
    const doubted = await sell(claimedAt)
    expect(doubted).toMatchObject({ claimedAt, status: 'completed' })
    expect(Math.abs(Date.now() - Date.parse(doubted.createdAt))).toBeLessThan(MINUTE)
    expect([await toldInventory(sale), await toldInventory(doubted)]).toEqual([believed, undefined])
  })

  test('that was discarded is on record: when it was made, when it was discarded, and by whom', async () => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const madeAt = ago(3 * DAY)
    const day = dayOf(madeAt)
    const { body } = await store.withdraw({ medicineId: medicine._id, quantity: 4 }, newKey(), madeAt)
    const list = async (query: string) => {
      const answer = await store.list(`?medicineId=${medicine._id}${query}`)
      return [answer.body, answer.headers.get('x-total-count')] as [Transaction[], string]
    }
    expect(await list('')).toEqual([[], '0'])
    const discarded = { _id: body._id, status: 'cancelled', createdAt: madeAt, quantity: 4 }
    const expected = [expect.objectContaining({ ...discarded, cancelledAt: expect.any(String) })]
    expect(await list('&status=cancelled')).toEqual([expected, '1'])
    expect(await list(`&status=cancelled&startDate=${day}&endDate=${day}`)).toEqual([expected, '1'])
    expect((await list(`&status=cancelled&startDate=${dayOf(ago(DAY))}`))[1]).toBe('0')
    expect((await list('&status=cancelled&type=purchase'))[1]).toBe('0')
    expect(body.recordedBy?._id).toBeTruthy()
    expect(await summarize(day, medicine._id)).toMatchObject({ count: 0 })
  })
})
