import { type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
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

/** A server that can be away, and that counts what it records by key. */
function startMoodyServer() {
  const recordedKeys = new Set<unknown>()
  const mood = { isAway: false }
  const server = startServer(medicines(), {
    [SENT]: (call: StubbedCall) => {
      if (mood.isAway) offline()
      const isNew = !recordedKeys.has(keyOf(call))
      recordedKeys.add(keyOf(call))
      const answer = isNew ? server.record(call) : Response.json(server.history[0], { status: 201 })
      return answer
    },
    'POST /api/transactions/withdrawal': () =>
      mood.isAway ? offline() : build.transaction({ status: 'cancelled' }),
  })
  return { ...server, mood, recordedKeys }
}

describe('a reload', () => {
  it('keeps what was typed and its key', async () => {
    const { calls } = startMoodyServer()
    const before = showSales()
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
    startMoodyServer()
    const before = showSales()
    await form.choose('Amox')
    before.unmount()
    signInAs('admin')
    showSales()
    expect(form.picker().value).toBe('')
  })
})

describe('while the server is away', () => {
  it('what is recorded waits in a list, does not keep the next one up, and is sent once', async () => {
    const { mood, history, recordedKeys } = startMoodyServer()
    showSales()
    mood.isAway = true
    await form.choose('Amox')
    type(form.field(/^Quantity/), '2')
    form.submit()
    const list = within(await waitingList())
    list.getByText('Sale of 2 × Amoxicillin')
    list.getByText('₹25.00', { exact: false })
    await expect.poll(() => document.activeElement).toBe(form.picker())
    await form.choose('Cetir')
    form.submit()
    await list.findByText('Sale of 1 × Cetirizine')
    mood.isAway = false
    fireEvent(window, new Event('online'))
    // Each with an Undo of its own.
    await expect
      .poll(() => screen.queryAllByText(/^Transaction recorded successfully/), PATIENCE)
      .toHaveLength(2)
    await expect.poll(() => screen.queryByText('Waiting to be sent')).toBeNull()
    await expect.poll(() => history.length).toBe(2)
    expect(recordedKeys.size).toBe(2)
    expect(await screen.findByRole('row', { name: /Cetirizine/ })).toBeTruthy()
  })
})

describe('an answer that is not final', () => {
  const accept = () =>
    Response.json(build.transaction({ status: 'pending' }), {
      status: 202,
      headers: { location: '/api/transactions/t1', 'retry-after': '0' },
    })

  it('is followed until it is', async () => {
    let isDone = false
    const { calls } = openSales(medicines(), {
      [SENT]: accept,
      'GET /api/transactions/t1': () =>
        build.transaction(isDone ? { newStockLevel: 38 } : { status: 'pending', newStockLevel: null }),
    })
    await form.choose('Amox')
    form.submit()
    const list = within(await waitingList())
    await list.findByText('Sent, waiting for the stock update')
    isDone = true
    await screen.findByText('Transaction recorded successfully. New stock level: 38', {}, PATIENCE)
    expect(posts(calls)).toHaveLength(1)
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

describe('while there is no connection', () => {
  const entryOf = async (title: string) => {
    const list = within(await waitingList())
    return within((await list.findByText(title)).closest('li') as HTMLElement)
  }
  async function sellOffline(...quantities: string[]) {
    const server = startMoodyServer()
    server.mood.isAway = true
    showSales()
    for (const quantity of quantities) {
      await form.choose('Amox')
      type(form.field(/^Quantity/), quantity)
      form.submit()
      await entryOf(`Sale of ${quantity} × Amoxicillin`)
    }
    return server
  }

  it('one that is discarded counts in the stock no more', async () => {
    await sellOffline('2')
    press('Discard Sale of 2 × Amoxicillin')
    press('Discard')
    await (await entryOf('Sale of 2 × Amoxicillin')).findByText('Discarded')
    await form.choose('Amox')
    await screen.findByText(/^40 in stock/)
  })
})
