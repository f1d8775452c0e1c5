import { problem, type StubbedCall } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
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

/** Presses it, and says yes where that is asked for. */
function pressAndConfirm(action: string) {
  press(action)
  const question = screen.queryByRole('alertdialog')
  if (question) fireEvent.click(within(question).getByRole('button', { name: action }))
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

  it.each(['Edit', 'Discard'])(
    'that had been recorded is told so, and not sold twice: %s',
    async (action) => {
      const booked = build.transaction({ status: 'completed', quantity: 7, newStockLevel: 33 })
      const { calls } = await showStopped(() => booked)
      pressAndConfirm(action)
      await screen.findByText('This was recorded already')
      await isGone()
      expect(form.picker().value).toBe('')
      expect(posts(calls).map(({ path }) => path)).toEqual(['/api/transactions/withdrawal'])
      press('Got it')
      await expect.poll(() => screen.queryByText('This was recorded already')).toBeNull()
    },
  )

  it('is changed while the server cannot be asked: the new one goes once the first is withdrawn', async () => {
    const server = { isAway: true }
    const started = await showStopped(() =>
      server.isAway ? problem(503, 'Starting') : build.transaction({ status: 'cancelled' }),
    )
    started.server.isBroken = false
    press('Edit')
    await expect.poll(() => form.field(/^Quantity/).value).toBe('7')
    type(form.field(/^Quantity/), '4')
    form.submit()
    const list = within(await screen.findByRole('region', { name: 'Waiting to be sent' }))
    await list.findByText('Sale of 4 × Amoxicillin')
    list.getByText('Changed')
    expect(list.getAllByRole('listitem')).toHaveLength(1)
    expect(started.history).toHaveLength(0)
    server.isAway = false
    await screen.findByText(/^Transaction recorded successfully/, {}, { timeout: 8_000 })
    await expect.poll(kept).toBeNull()
    expect(started.history.map(({ quantity }) => quantity)).toEqual([4])
    const [back, sale] = ['/api/transactions/withdrawal', '/api/transactions']
    const paths = posts(started.calls).map(({ path }) => path)
    expect(paths.lastIndexOf(back)).toBeLessThan(paths.indexOf(sale))
    expect(posts(started.calls).at(-1)?.body).toMatchObject({ madeAt: MADE_AT })
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

  const addStopped = (suffix: string, more: object) => {
    const other = { ...kept(), key: `${KEY}-${suffix}`, ...more }
    const [key, newValue] = [`${NAME}-${suffix}`, JSON.stringify(other)]
    localStorage.setItem(key, newValue)
    fireEvent(window, new StorageEvent('storage', { key, newValue }))
  }

  it('is not tried together with one whose first version was recorded already', async () => {
    const { calls } = await showStopped()
    addStopped('2', { title: 'Sale of 1 × Cetirizine', troubledMs: undefined })
    await screen.findByText('Not sent: its first version was recorded already')
    expect(screen.queryByRole('button', { name: /^Try all/ })).toBeNull()
    addStopped('3', { title: 'Sale of 5 × Dolo', lane: 'dolo' })
    fireEvent.click(await screen.findByRole('button', { name: 'Try all 2 again' }))
    await expect.poll(() => posts(calls).length).toBe(2)
    screen.getByText('Not sent: its first version was recorded already')
    expect(posts(calls).map(keyOf)).not.toContain(`${KEY}-2`)
  })
})
