import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  accepted,
  buildItem,
  done,
  emptyOutbox,
  keep,
  keys,
  LOCATION,
  list,
  offline,
  pass,
  SENT,
  startSalesServer,
  user,
  waitingItem,
} from '../../test/outbox.ts'
import { events } from '../refetch/events.ts'
import { problem, stubApi } from '../test-support/stub-api.ts'
import { outbox } from './outbox.ts'
import { entries } from './storage.ts'

const pending = () => accepted({}, { 'retry-after': '2' })

const notices = emptyOutbox()

describe('a submission', () => {
  it('is kept, then sent with its key, tells its success and leaves nothing behind', async () => {
    const changed = vi.fn()
    onTestFinished(events.on('medicines-changed', changed))
    const item = buildItem()
    const calls = stubApi({
      [SENT]: () => {
        expect(entries.find(user, item.key)).toMatchObject({ body: item.body, state: 'sending' })
        return done()
      },
    })
    expect(await outbox.submit(item)).toMatchObject({ status: 'done', answer: { newStockLevel: 8 } })
    expect(keys(calls)).toEqual([item.key])
    expect(calls[0]?.body).toEqual({ quantity: 2, madeAt: expect.any(String) })
    expect(notices).toEqual([{ kind: 'success', text: item.title, detail: 'New stock level: 8' }])
    expect(changed).toHaveBeenCalledWith({ medicineIds: ['m1'] })
    expect(list()).toEqual([])
  })

  it('made twice at once is one', async () => {
    const calls = stubApi({ [SENT]: done })
    const item = buildItem()
    const both = await Promise.all([outbox.submit(item), outbox.submit(item)])
    expect(both.map(({ status }) => status)).toEqual(['done', 'done'])
    expect(calls).toHaveLength(1)
  })

  it('that is refused is kept until it is forgotten, with what the server said', async () => {
    stubApi({ [SENT]: () => problem(409, 'Only 1 units left', { errors: { quantity: 'Only 1' } }) })
    const item = buildItem()
    const refused = { status: 'refused', problem: 'Only 1 units left', errors: { quantity: 'Only 1' } }
    expect(await outbox.submit(item)).toMatchObject(refused)
    keep()
    outbox.retry(item.key)
    await pass(60_000)
    expect(entries.find(user, item.key)?.state).toBe('refused')
    expect(notices).toEqual([{ kind: 'error', text: 'Only 1 units left', detail: item.title }])
    outbox.forget(item.key)
    expect(list()).toEqual([])
  })

  it('whose refusal the page shows itself is told by no message, and its success is', async () => {
    let isRefused = true
    stubApi({ [SENT]: () => (isRefused ? problem(409, 'Only 1 units left') : done()) })
    const end = outbox.shows(({ path }) => path === '/api/transactions')
    await outbox.submit(buildItem())
    expect(notices).toEqual([])
    isRefused = false
    await outbox.submit(buildItem())
    expect(notices.map(({ kind }) => kind)).toEqual(['success'])
    isRefused = true
    end()
    await outbox.submit(buildItem())
    expect(notices.at(-1)).toMatchObject({ kind: 'error', text: 'Only 1 units left' })
  })

  it('of other contents under a key that another tab has used gets a key of its own', async () => {
    const calls = stubApi({ [SENT]: offline })
    const first = buildItem()
    await outbox.submit(first)
    await outbox.submit(buildItem({ key: first.key, body: { quantity: 3 } }))
    expect(new Set(keys(calls)).size).toBe(2)
    expect(list().map(({ body }) => body)).toEqual([{ quantity: 2 }, { quantity: 3 }])
  })

  it('goes on without the answer when that takes long, and still hears it', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    stubApi({ [SENT]: () => promise })
    const item = buildItem()
    const submitted = outbox.submit(item)
    await pass(4_000)
    expect(await submitted).toEqual({ status: 'waiting' })
    expect(entries.find(user, item.key)?.state).toBe('waiting')
    resolve(done())
    await pass(0)
    expect(list()).toEqual([])
  })
})

describe('while the server cannot say', () => {
  it.each([
    ['the connection is gone', offline],
    ['500', () => problem(500, 'Out of order')],
    ['429', () => problem(429, 'Too many')],
    ['a first try in flight', () => problem(409, 'In progress', { code: 'sales.in_flight' })],
    ['an answer that is no JSON', () => new Response('<html>', { status: 200 })],
    ['a proxy’s 502 in JSON of its own', () => Response.json({ message: 'Bad gateway' }, { status: 502 })],
    ['a proxy’s 409 in JSON of its own', () => Response.json({ message: 'Conflict' }, { status: 409 })],
    ['a proxy’s 403 in HTML', () => new Response('<html>', { status: 403 })],
  ])('an entry waits and is sent again with the same key: %s', async (_, fail) => {
    const { server, calls } = startSalesServer(fail)
    keep()
    const item = await waitingItem()
    await pass(5_000)
    expect(calls.length, 'with a backoff').toBeLessThan(7)
    server.isAway = false
    await pass(20_000)
    expect(calls.length).toBeGreaterThan(2)
    expect(new Set(keys(calls))).toEqual(new Set([item.key]))
    expect(list()).toEqual([])
    expect(notices).toMatchObject([{ kind: 'success' }])
    const { length } = calls
    await pass(60_000)
    expect(calls).toHaveLength(length)
  })

  it('an entry goes out at once when the connection is back', async () => {
    const { server, calls } = startSalesServer()
    keep()
    const item = await waitingItem()
    // Neither drops what waits for oneself.
    outbox.forget(item.key)
    outbox.forgetOthers(user)
    await pass(40_000)
    server.isAway = false
    const before = calls.length
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(calls).toHaveLength(before + 1)
    expect(list()).toEqual([])
  })

  it('another item is sent all the same', async () => {
    stubApi({ [SENT]: ({ body }) => ((body as { quantity: number }).quantity === 2 ? offline() : done()) })
    await outbox.submit(buildItem())
    expect((await outbox.submit(buildItem({ body: { quantity: 5 } }))).status).toBe('done')
  })
})

describe('an accepted one', () => {
  it('is not sent again: its outcome is asked for until it is final', async () => {
    let looks = 0
    const calls = stubApi({
      [SENT]: pending,
      [`GET ${LOCATION}`]: () => {
        looks += 1
        return looks < 3 ? { status: 'pending' } : { status: 'completed', newStockLevel: 3 }
      },
    })
    keep()
    expect(await outbox.submit(buildItem())).toEqual({ status: 'waiting' })
    expect(list()[0]?.state).toBe('accepted')
    await pass(30_000)
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET'])
    expect(notices).toMatchObject([{ kind: 'success', detail: 'New stock level: 3' }])
  })

  it('that is refused in the end is shown with its reason', async () => {
    stubApi({ [SENT]: pending, [`GET ${LOCATION}`]: { status: 'rejected', reason: 'Only 1 units left' } })
    keep()
    await outbox.submit(buildItem())
    await pass(5_000)
    expect(list()[0]).toMatchObject({ state: 'refused', problem: 'Only 1 units left' })
  })

  it('that the server has forgotten is sent again with the same key', async () => {
    let isKnown = false
    const calls = stubApi({
      [SENT]: () => (isKnown ? done() : pending()),
      [`GET ${LOCATION}`]: () => {
        isKnown = true
        return problem(404, 'Transaction not found')
      },
    })
    const item = buildItem()
    keep()
    await outbox.submit(item)
    await pass(30_000)
    expect(keys(calls)).toEqual([item.key, null, item.key])
    expect(list()).toEqual([])
  })
})
