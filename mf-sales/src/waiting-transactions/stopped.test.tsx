import { problem, type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildMedicine,
  buildTransaction,
  choose,
  field,
  keyOf,
  picker,
  posts,
  press,
  SENT,
  showSales,
  startServer,
  submit,
  type,
} from '../../test/support.tsx'
import { itemOf } from '../transaction-forms/submission.ts'

const BACK = 'POST /api/transactions/withdrawal'
const STOPPED = /^Not recorded yet/
const KEY = 'key-of-the-first-try'
const NAME = `mms.outbox.user-staff.${KEY}`
const kept = () => JSON.parse(localStorage.getItem(NAME) ?? 'null')

/** The page with a sale in it that was given up; `back` answers when it is to be taken back. */
async function showStopped(back: (call: StubbedCall) => unknown = () => null) {
  const medicine = buildMedicine({ name: 'Amoxicillin', currentStock: 40 })
  const body = { medicineId: medicine._id, type: 'sale' as const, quantity: 7, unitPrice: 12.5, note: '' }
  const [userId, userName, at] = ['user-staff', 'Test staff', new Date().toISOString()]
  const tried = { state: 'stopped', attempts: 70, nextAt: 0, problem: 'Error 500: Out of order' }
  localStorage.setItem(
    NAME,
    JSON.stringify({ ...itemOf(KEY, body, medicine), userId, userName, at, ...tried }),
  )
  const server = { isBroken: true }
  const started = startServer([medicine], {
    [SENT]: (call: StubbedCall) => (server.isBroken ? problem(500, 'Out of order') : started.record(call)),
    [BACK]: back,
  })
  showSales()
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

beforeEach(() => {
  localStorage.clear()
  signInAs('staff')
})

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
    const { calls, server } = await showStopped(() => buildTransaction({ status: 'cancelled' }))
    press('Edit')
    await expect.poll(() => picker().value).toBe('Amoxicillin')
    expect(field(/^Quantity/).value).toBe('7')
    expect(keyOf(posts(calls).at(-1))).toBe(KEY)
    await isGone()
    server.isBroken = false
    submit()
    await screen.findByText(/^Transaction recorded successfully/)
    expect(keyOf(posts(calls).at(-1))).not.toBe(KEY)
  })

  it.each(['Edit', 'Discard'])(
    'that had been recorded is told so, and not sold twice: %s',
    async (action) => {
      const booked = buildTransaction({ status: 'completed', quantity: 7, newStockLevel: 33 })
      const { calls } = await showStopped(() => booked)
      pressAndConfirm(action)
      await screen.findByText('This was recorded already')
      await isGone()
      expect(picker().value).toBe('')
      expect(posts(calls).map(({ path }) => path)).toEqual(['/api/transactions/withdrawal'])
      press('Got it')
      await expect.poll(() => screen.queryByText('This was recorded already')).toBeNull()
    },
  )

  it('is discarded after a question, once the server has made sure of it', async () => {
    const { calls } = await showStopped(() => buildTransaction({ status: 'cancelled' }))
    press('Discard')
    const question = within(screen.getByRole('alertdialog'))
    question.getByText(/^Sale of 7 × Amoxicillin/)
    fireEvent.click(question.getByRole('button', { name: 'Discard' }))
    await isGone()
    expect(keyOf(posts(calls).at(-1))).toBe(KEY)
    expect(kept()).toBeNull()
  })

  it.each(['Edit', 'Discard'])('stays while the server cannot be asked: %s', async (action) => {
    await showStopped(() => problem(503, 'Starting'))
    pressAndConfirm(action)
    await screen.findByText(/^Nothing was changed/)
    screen.getByText(STOPPED)
    expect(picker().value).toBe('')
    expect(kept()).toMatchObject({ state: 'stopped' })
  })

  it('does not replace what is being typed without a question', async () => {
    const { calls } = await showStopped()
    await choose('Amox')
    press('Edit')
    press('Keep typing')
    expect(posts(calls).some(({ path }) => path.endsWith('withdrawal'))).toBe(false)
    screen.getByText(STOPPED)
  })

  it('does not replace what is typed while the server is asked, and can be edited after it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { server } = await showStopped(async () => {
      await promise
      return buildTransaction({ status: 'cancelled' })
    })
    press('Edit')
    await choose('Amox')
    type(field(/^Quantity/), '2')
    resolve()
    await screen.findByText('Not recorded: It was taken back')
    expect(field(/^Quantity/).value).toBe('2')
    server.isBroken = false
    submit()
    await screen.findByText(/^Transaction recorded successfully/)
    press('Edit again')
    await expect.poll(() => field(/^Quantity/).value).toBe('7')
    expect(kept()).toBeNull()
  })

  it('is tried together with the others', async () => {
    await showStopped()
    const other = { ...kept(), key: `${KEY}-2`, title: 'Sale of 1 × Cetirizine' }
    const [key, newValue] = [`${NAME}-2`, JSON.stringify(other)]
    localStorage.setItem(key, newValue)
    fireEvent(window, new StorageEvent('storage', { key, newValue }))
    fireEvent.click(await screen.findByRole('button', { name: 'Try all 2 again' }))
    await isGone()
    await screen.findByText('Sale of 1 × Cetirizine')
  })
})

it('somebody else is told that a colleague has something waiting, and nothing else of it', async () => {
  await showStopped()
  signInAs('admin')
  await screen.findByText('1 record of Test staff not sent yet')
  expect(screen.queryByText('Sale of 7 × Amoxicillin')).toBeNull()
  expect(screen.queryByText(STOPPED)).toBeNull()
  expect(kept()).toMatchObject({ state: 'stopped', userId: 'user-staff' })
})

it('one that the server cannot finish is shown as such, and is not to be recorded again', async () => {
  const location = '/api/transactions/t1'
  startServer([buildMedicine({ name: 'Amoxicillin' })], {
    [SENT]: () =>
      Response.json(buildTransaction({ status: 'pending' }), { status: 202, headers: { location } }),
    'GET /api/transactions/t1': () => ({ ...buildTransaction(), status: 'stuck' }),
  })
  showSales()
  await choose('Amox')
  submit()
  await screen.findByText('Needs an administrator')
  screen.getByText(/Please do not record it again/)
})
