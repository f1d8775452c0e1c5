import { problem, type StubbedCall } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { build, form, keyOf, openSales, posts, press, SENT, type } from '../../test/support.tsx'
import { outboxItemOf } from '../draft/submission.ts'

// The server is asked again after seconds, and on a busy machine these are long.
vi.setConfig({ testTimeout: 60_000 })

const BACK = 'POST /api/transactions/withdrawal'
const STOPPED = /^Not recorded yet/
const KEY = 'key-of-the-first-try'
const NAME = `mms.outbox.user-staff.${KEY}`
const MADE_AT = '2026-11-20T10:42:00.000Z'
const kept = () => JSON.parse(localStorage.getItem(NAME) ?? 'null')

/** The page with a sale in it that was given up; `back` answers when it is to be taken back. */
async function showStopped(back: (call: StubbedCall) => unknown = () => null) {
  const medicine = build.medicine({ name: 'Amoxicillin', currentStock: 40 })
  const body = { medicineId: medicine._id, type: 'sale' as const, quantity: 7, unitPrice: 12.5, note: '' }
  const [userId, userName, at] = ['user-staff', 'Test staff', new Date().toISOString()]
  const tried = {
    state: 'stopped',
    attempts: 70,
    nextAt: 0,
    troubledMs: 900_000,
    problem: 'Error 500: Out of order',
  }
  localStorage.setItem(
    NAME,
    JSON.stringify({ ...outboxItemOf(KEY, body, medicine), userId, userName, at, madeAt: MADE_AT, ...tried }),
  )
  const server = { isBroken: true }
  const started = openSales([medicine], {
    [SENT]: (call: StubbedCall) => (server.isBroken ? problem(500, 'Out of order') : started.record(call)),
    [BACK]: back,
  })
  await screen.findByText(STOPPED)
  return { ...started, server }
}

const isGone = () => expect.poll(() => screen.queryByText(STOPPED)).toBeNull()

describe('a sale that met only errors for 15 minutes', () => {
  it('asks, and is tried again with its key', async () => {
    const { calls, server, history } = await showStopped()
    screen.getByText('Sale of 7 × Amoxicillin')
    server.isBroken = false
    press('Try again')
    await screen.findByText(/^Transaction recorded successfully/)
    await isGone()
    expect(keyOf(posts(calls).at(-1))).toBe(KEY)
    expect(history).toHaveLength(1)
  })

  it('goes back into the form under another key, once the server has made sure of the first', async () => {
    const { calls, server } = await showStopped(() => build.transaction({ status: 'cancelled' }))
    press('Edit')
    await expect.poll(() => form.picker().value).toBe('Amoxicillin')
    expect(form.field(/^Quantity/).value).toBe('7')
    expect(keyOf(posts(calls).at(-1))).toBe(KEY)
    await isGone()
    server.isBroken = false
    form.submit()
    await screen.findByText(/^Transaction recorded successfully/)
    expect(keyOf(posts(calls).at(-1))).not.toBe(KEY)
  })

  it('does not replace what is typed while the server is asked, and can be edited after it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { server } = await showStopped(async () => {
      await promise
      return build.transaction({ status: 'cancelled' })
    })
    press('Edit')
    await form.choose('Amox')
    type(form.field(/^Quantity/), '2')
    resolve()
    await screen.findByText('Not recorded: It was withdrawn')
    expect(form.field(/^Quantity/).value).toBe('2')
    server.isBroken = false
    form.submit()
    await screen.findByText(/^Transaction recorded successfully/)
    press('Edit again')
    await expect.poll(() => form.field(/^Quantity/).value).toBe('7')
    expect(kept()).toBeNull()
  })

  it('that is cleared after Edit has nothing to do with the next sale', async () => {
    const { server, history } = await showStopped(() => problem(503, 'Starting'))
    server.isBroken = false
    press('Edit')
    await expect.poll(() => form.field(/^Quantity/).value).toBe('7')
    press('Clear the medicine')
    expect(localStorage.getItem('mms.sales.draft.user-staff')).toBeNull()
    await form.choose('Amox')
    form.submit()
    await screen.findByText(/^Transaction recorded successfully/)
    expect(history.map(({ quantity }) => quantity)).toEqual([1])
  })

  it('keeps what it replaces when another medicine is typed over it', async () => {
    const { server, history } = await showStopped(() => problem(503, 'Starting'))
    server.isBroken = false
    press('Edit')
    await expect.poll(() => form.field(/^Quantity/).value).toBe('7')
    await form.choose('Amox')
    form.submit()
    await screen.findByText('Sale of 1 × Amoxicillin')
    expect(history).toEqual([])
  })
})
