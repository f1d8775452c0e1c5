import { problem, signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  build,
  form,
  keyOf,
  offline,
  openSales,
  posts,
  press,
  recorded,
  type Stubs,
  showSales,
  type,
} from '../../test/support.tsx'
import { outboxItemOf } from '../draft/submission.ts'

const WITHDRAWAL = 'POST /api/transactions/withdrawal'
const quantity = () => form.field(/^Quantity/)
const draftOf = (user: string) => localStorage.getItem(`mms.sales.draft.user-${user}`)
const keyOfDraft = (): string => JSON.parse(draftOf('staff') ?? '{}').key
const AMOXICILLIN = '0193a000-0000-7000-8000-00000000a000'
const medicines = () => [
  build.medicine({ _id: AMOXICILLIN, name: 'Amoxicillin', currentStock: 40 }),
  build.medicine({ name: 'Cetirizine', currentStock: 9 }),
]

/** A sale as the outbox of a person keeps it: its place in the storage, and its text there. */
function entryOf(userId: string, key: string, units: number, parts: object) {
  const [medicine = build.medicine()] = medicines()
  const sale = { type: 'sale' as const, quantity: units, packSize: 1, unitPrice: 12.5, note: '' }
  const item = outboxItemOf(key, { medicineId: AMOXICILLIN, ...sale }, medicine)
  const made = { at: new Date().toISOString(), madeAt: '2026-11-20T10:42:00.000Z', attempts: 1, nextAt: 0 }
  const entry = { ...item, userId, ...made, ...parts }
  return [`mms.outbox.${userId}.${key}`, JSON.stringify(entry)] as const
}

describe('a reload', () => {
  it('keeps what was typed and its key', async () => {
    const { calls, unmount } = openSales(medicines())
    await form.choose('Amox')
    type(quantity(), '7')
    type(form.field(/^Note/), 'half typed')
    const key = keyOfDraft()
    unmount()
    showSales()
    const shown = [form.picker(), quantity(), form.field(/^Note/)].map(({ value }) => value)
    expect(shown).toEqual(['Amoxicillin', '7', 'half typed'])
    form.submit()
    await recorded()
    expect(keyOf(posts(calls)[0])).toBe(key)
    expect(draftOf('staff')).toBeNull()
  })

  it('of another person’s browser session shows them none of it', async () => {
    const { unmount } = openSales(medicines())
    await form.choose('Amox')
    unmount()
    signInAs('admin')
    showSales()
    expect(form.picker().value).toBe('')
  })
})

describe('an answer that is not final', () => {
  function open(reason: string) {
    const server = openSales(medicines(), {
      'GET /api/transactions/t1': build.transaction({ status: 'rejected', reason }),
    })
    const headers = { location: '/api/transactions/t1', 'retry-after': '0' }
    server.onSale = () => Response.json(build.transaction({ status: 'pending' }), { status: 202, headers })
    return server
  }

  it('that becomes a refusal stays until it was seen, and can be edited again under another key', async () => {
    const { calls, unmount } = open('Only 1 units are in stock')
    await form.choose('Amox')
    type(quantity(), '30')
    form.submit()
    await screen.findByText('Not recorded: Only 1 units are in stock')
    unmount()
    showSales()
    await screen.findByText('Not recorded: Only 1 units are in stock')
    press('Edit again')
    const shown = [form.picker(), quantity(), form.field(/^Unit Price/)].map(({ value }) => value)
    expect(shown).toEqual(['Amoxicillin', '30', '12.50'])
    expect(screen.queryByText(/^Not recorded/)).toBeNull()
    form.submit()
    await expect.poll(() => posts(calls).length).toBe(2)
    expect(new Set(posts(calls).map(keyOf)).size).toBe(2)
  })

  it('that becomes a refusal asks before it replaces what is being typed', async () => {
    open('None left')
    await form.choose('Amox')
    form.submit()
    await screen.findByText('Not recorded: None left')
    await form.choose('Cetir')
    press('Edit again')
    press('Keep typing')
    expect(form.picker().value).toBe('Cetirizine')
    press('Got it')
    await expect.poll(() => screen.queryByText(/^Not recorded/)).toBeNull()
  })
})

it('one that is discarded while there is no connection counts in the stock no more', async () => {
  openSales(medicines(), { [WITHDRAWAL]: offline }).onSale = offline
  await form.choose('Amox')
  type(quantity(), '2')
  form.submit()
  const list = within(await screen.findByRole('region', { name: 'Waiting to be sent' }))
  await list.findByText('Sale of 2 × Amoxicillin')
  press('Discard Sale of 2 × Amoxicillin')
  press('Discard')
  await list.findByText('Discarded')
  await form.choose('Amox')
  await screen.findByText(/^40 in stock/)
})

describe('a second tab', () => {
  /** What the other tab of the browser does to the storage that both share. */
  const inOtherTab = (parts: object) => {
    const [key, newValue] = entryOf('user-staff', keyOfDraft(), 1, { state: 'sending', ...parts })
    fireEvent(window, new StorageEvent('storage', { key, oldValue: null, newValue }))
  }

  it('that submits the draft that both show clears it here', async () => {
    const { calls } = openSales(medicines())
    await form.choose('Amox')
    inOtherTab({})
    await expect.poll(() => form.picker().value).toBe('')
    expect(posts(calls)).toEqual([])
  })

  it('that submits it with other contents leaves these, under a key of their own', async () => {
    const { calls } = openSales(medicines())
    await form.choose('Amox')
    const key = keyOfDraft()
    inOtherTab({ body: { quantity: 5 } })
    expect(form.picker().value).toBe('Amoxicillin')
    form.submit()
    await recorded()
    expect(keyOf(posts(calls)[0])).not.toBe(key)
  })
})

describe('a sale that met only errors for 15 minutes', () => {
  const KEY = 'key-of-the-first-try'
  const STOPPED = /^Not recorded yet/
  const isGone = () => expect.poll(() => screen.queryByText(STOPPED)).toBeNull()

  /** The page with that sale in it; `back` answers when it is to be taken back. */
  async function showStopped(back: Stubs[string] = null) {
    const tried = { state: 'stopped', attempts: 70, troubledMs: 900_000, problem: 'Error 500: Out of order' }
    localStorage.setItem(...entryOf('user-staff', KEY, 7, { userName: 'Test staff', ...tried }))
    const server = openSales(medicines(), { [WITHDRAWAL]: back })
    server.onSale = () => problem(500, 'Out of order')
    await screen.findByText(STOPPED)
    return server
  }
  const cancelled = () => build.transaction({ status: 'cancelled' })

  it('asks, and is tried again with its key', async () => {
    const { calls, history, mend } = await showStopped()
    screen.getByText('Sale of 7 × Amoxicillin')
    mend()
    press('Try again')
    await recorded()
    await isGone()
    expect(keyOf(posts(calls).at(-1))).toBe(KEY)
    expect(history).toHaveLength(1)
  })

  it('goes back into the form under another key, once the server has made sure of the first', async () => {
    const { calls, mend } = await showStopped(cancelled)
    press('Edit')
    await expect.poll(() => form.picker().value).toBe('Amoxicillin')
    expect(quantity().value).toBe('7')
    expect(keyOf(posts(calls).at(-1))).toBe(KEY)
    await isGone()
    mend()
    form.submit()
    await recorded()
    expect(keyOf(posts(calls).at(-1))).not.toBe(KEY)
  })

  it('does not replace what is typed while the server is asked, and can be edited after it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { mend } = await showStopped(() => promise.then(cancelled))
    press('Edit')
    await form.choose('Amox')
    type(quantity(), '2')
    resolve()
    await screen.findByText('Not recorded: It was withdrawn')
    expect(quantity().value).toBe('2')
    mend()
    form.submit()
    await recorded()
    press('Edit again')
    await expect.poll(() => quantity().value).toBe('7')
    expect(localStorage.getItem(`mms.outbox.user-staff.${KEY}`)).toBeNull()
  })

  /** The sale is in the form again, while the server has not said that it was withdrawn. */
  async function edit() {
    const { history, mend } = await showStopped(() => problem(503, 'Starting'))
    mend()
    press('Edit')
    await expect.poll(() => quantity().value).toBe('7')
    return history
  }

  it('that is cleared after Edit has nothing to do with the next sale', async () => {
    const history = await edit()
    press('Clear the medicine')
    expect(draftOf('staff')).toBeNull()
    await form.choose('Amox')
    form.submit()
    await recorded()
    expect(history.map((sale) => sale.quantity)).toEqual([1])
  })

  it('keeps what it replaces when another medicine is typed over it', async () => {
    const history = await edit()
    await form.choose('Amox')
    form.submit()
    await screen.findByText('Sale of 1 × Amoxicillin')
    expect(history).toEqual([])
  })
})

it('an administrator discards what a person left who cannot sign in any more, and staff only read of it', async () => {
  const [name, entry] = entryOf('user-gone', 'k1', 7, { userName: 'Ravi', state: 'waiting' })
  localStorage.setItem(name, entry)
  const { unmount } = openSales([])
  await screen.findByText('1 record of Ravi not sent yet')
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  unmount()
  signInAs('admin')
  showSales()
  await screen.findByText('1 record of Ravi not sent yet')
  expect(screen.queryByText('Sale of 7 × Amoxicillin')).toBeNull()
  press('Discard')
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Discard the unsent records of Ravi?' }),
  )
  question.getByText('Sale of 7 × Amoxicillin')
  fireEvent.click(question.getByRole('button', { name: 'Discard' }))
  await expect.poll(() => screen.queryByText(/not sent yet/)).toBeNull()
  expect(localStorage.getItem(name)).toBeNull()
})
