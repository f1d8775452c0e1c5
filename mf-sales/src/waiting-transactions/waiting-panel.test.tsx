import { signInAs } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  build,
  form,
  keyOf,
  offline,
  openSales,
  posts,
  press,
  SENT,
  showSales,
  startServer,
  type,
} from '../../test/support.tsx'

// Whoever waits for the form's patience waits for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 60_000 })

const PATIENCE = { timeout: 8_000 }
const waitingList = () => screen.findByRole('region', { name: 'Waiting to be sent' }, PATIENCE)
const recorded = () => screen.findByText(/^Transaction recorded successfully/, {}, PATIENCE)
const draftOf = (user: string) => localStorage.getItem(`mms.sales.draft.user-${user}`)

const medicines = () => [
  build.medicine({ name: 'Amoxicillin', currentStock: 40 }),
  build.medicine({ name: 'Cetirizine', currentStock: 9 }),
]

describe('a reload', () => {
  it('keeps what was typed and its key', async () => {
    const { calls, ...before } = openSales(medicines())
    await form.choose('Amox')
    type(form.field(/^Quantity/), '7')
    type(form.field(/^Note/), 'half typed')
    const { key } = JSON.parse(draftOf('staff') ?? '{}')
    before.unmount()
    showSales()
    expect([form.picker().value, form.field(/^Quantity/).value, form.field(/^Note/).value]).toEqual([
      'Amoxicillin',
      '7',
      'half typed',
    ])
    form.submit()
    await recorded()
    expect(keyOf(posts(calls)[0])).toBe(key)
    expect(draftOf('staff')).toBeNull()
  })

  it('of another person’s browser session shows them none of it', async () => {
    const before = openSales(medicines())
    await form.choose('Amox')
    before.unmount()
    signInAs('admin')
    showSales()
    expect(form.picker().value).toBe('')
  })
})

describe('an answer that is not final', () => {
  const accept = () =>
    Response.json(build.transaction({ status: 'pending' }), {
      status: 202,
      headers: { location: '/api/transactions/t1', 'retry-after': '0' },
    })

  it('that becomes a refusal stays until it was seen, and can be edited again under another key', async () => {
    const { calls } = startServer(medicines(), {
      [SENT]: accept,
      'GET /api/transactions/t1': build.transaction({
        status: 'rejected',
        reason: 'Only 1 units are in stock',
      }),
    })
    const before = showSales()
    await form.choose('Amox')
    type(form.field(/^Quantity/), '30')
    form.submit()
    await screen.findByText('Not recorded: Only 1 units are in stock', {}, PATIENCE)
    before.unmount()
    showSales()
    await screen.findByText('Not recorded: Only 1 units are in stock')
    press('Edit again')
    expect([form.picker().value, form.field(/^Quantity/).value, form.field(/^Unit Price/).value]).toEqual([
      'Amoxicillin',
      '30',
      '12.5',
    ])
    expect(screen.queryByText(/^Not recorded/)).toBeNull()
    form.submit()
    await expect.poll(() => posts(calls).length).toBe(2)
    expect(new Set(posts(calls).map(keyOf)).size).toBe(2)
  })

  it('that becomes a refusal asks before it replaces what is being typed', async () => {
    openSales(medicines(), {
      [SENT]: accept,
      'GET /api/transactions/t1': build.transaction({ status: 'rejected', reason: 'None left' }),
    })
    await form.choose('Amox')
    form.submit()
    await screen.findByText('Not recorded: None left', {}, PATIENCE)
    await form.choose('Cetir')
    press('Edit again')
    press('Keep typing')
    expect(form.picker().value).toBe('Cetirizine')
    press('Got it')
    await expect.poll(() => screen.queryByText(/^Not recorded/)).toBeNull()
  })
})

it('one that is discarded while there is no connection counts in the stock no more', async () => {
  openSales(medicines(), { [SENT]: offline, 'POST /api/transactions/withdrawal': offline })
  await form.choose('Amox')
  type(form.field(/^Quantity/), '2')
  form.submit()
  const list = within(await waitingList())
  await list.findByText('Sale of 2 × Amoxicillin')
  press('Discard Sale of 2 × Amoxicillin')
  press('Discard')
  await list.findByText('Discarded')
  await form.choose('Amox')
  await screen.findByText(/^40 in stock/)
})
