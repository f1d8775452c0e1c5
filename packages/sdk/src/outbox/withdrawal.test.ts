import { describe, expect, it, vi } from 'vitest'
import {
  accepted,
  BACK,
  done,
  emptyOutbox,
  keep,
  keys,
  list,
  pass,
  putEntry,
  reload,
  SENT,
  sales,
  startSalesServer,
  waitingItem,
} from '../../test/outbox.ts'
import { session } from '../session/session.ts'
import { signInAs } from '../test-support/render-page.tsx'
import { problem, stubApi } from '../test-support/stub-api.ts'
import { outbox } from './outbox.ts'

const notices = emptyOutbox()

describe('one that waits and is discarded', () => {
  it('is never sent again, and the server learns of it when the line is back, by key, body and time', async () => {
    const { server, calls } = startSalesServer()
    keep()
    const item = await waitingItem()
    const madeAt = list()[0]?.madeAt
    const before = sales(calls).length
    expect(await outbox.withdraw(item.key, BACK)).toEqual({ status: 'waiting' })
    await pass(30_000)
    expect(sales(calls)).toHaveLength(before)
    server.isAway = false
    await pass(20_000)
    expect(list()).toEqual([])
    expect([...server.withdrawn]).toEqual([item.key])
    expect(calls.at(-1)).toMatchObject({ path: BACK, body: { ...item.body, madeAt } })
    expect(sales(calls)).toHaveLength(before)
    expect(notices.at(-1)).toMatchObject({ kind: 'success', detail: expect.stringContaining('Discarded') })
  })

  it('is discarded at once where there is a line, also when it was never sent', async () => {
    const { server, calls } = startSalesServer()
    const item = putEntry({ nextAt: Date.now() + 60_000 })
    server.isAway = false
    expect(await outbox.withdraw(item.key, BACK)).toEqual({ status: 'withdrawn' })
    expect([list(), sales(calls), [...server.withdrawn]]).toEqual([[], [], [item.key]])
  })

  it('goes on being asked for through errors, with a backoff and without an end', async () => {
    const { server, calls } = startSalesServer()
    keep()
    const item = await waitingItem()
    await outbox.withdraw(item.key, BACK)
    calls.length = 0
    await pass(30 * 60_000)
    expect(calls.length).toBeLessThan(400)
    expect(list()).toMatchObject([{ state: 'stopped', withdrawal: { path: BACK } }])
    server.isAway = false
    await pass(20_000)
    expect(list()).toEqual([])
  })

  it('that had been recorded stays here as recorded until it was seen, and is not sent', async () => {
    const { server, calls } = startSalesServer()
    keep()
    const item = await waitingItem()
    server.recorded.add(item.key)
    await outbox.withdraw(item.key, BACK)
    const before = sales(calls).length
    server.isAway = false
    await pass(20_000)
    expect(list()).toMatchObject([{ key: item.key, state: 'recorded' }])
    await reload()
    await pass(60_000)
    expect(sales(calls)).toHaveLength(before)
    outbox.forget(item.key)
    expect(list()).toEqual([])
  })

  it('that the server has and works on is asked for until it is over', async () => {
    let status = 'pending'
    const pending = () => accepted({}, { 'retry-after': '2' })
    const back = () => (status === 'pending' ? pending() : { status })
    const calls = stubApi({ [SENT]: pending, [`POST ${BACK}`]: back })
    keep()
    const item = await waitingItem()
    expect(await outbox.withdraw(item.key, BACK)).toEqual({ status: 'waiting' })
    await pass(30_000)
    expect(list()).toMatchObject([{ state: 'stopped' }])
    status = 'cancelled'
    await pass(20_000)
    expect(list()).toEqual([])
    expect(sales(calls)).toHaveLength(1)
  })

  it('does not hold back what is of its lane, and is kept as a refused one where it is to be made again', async () => {
    const { server, calls } = startSalesServer()
    keep()
    const item = await waitingItem({ lane: 'held' })
    await outbox.withdraw(item.key, BACK, { keep: true })
    calls.length = 0
    const second = await waitingItem({ lane: 'held', body: { quantity: 3 } })
    expect(keys(sales(calls))).toEqual([second.key])
    server.isAway = false
    await pass(20_000)
    expect(list()).toMatchObject([{ state: 'refused', problem: 'It was withdrawn' }])
    expect(notices).toMatchObject([{ detail: 'New stock level: 8' }])
  })
})

describe('one that is being sent while it is discarded', () => {
  /** The first attempt is under way until `answer` is settled. */
  async function underWay() {
    const { server, calls } = startSalesServer()
    server.isAway = false
    const answer = Promise.withResolvers<Response>()
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      path === '/api/transactions' ? answer.promise.then((response) => response.clone()) : fetch(path, init),
    )
    keep()
    const submitted = waitingItem()
    await pass(5_000)
    const item = await submitted
    const discarded = outbox.withdraw(item.key, BACK)
    await pass(1_000)
    return { server, calls, item, answer, discarded }
  }

  it('waits for that try: until it is over nothing is decided', async () => {
    const { calls, answer, discarded, item, server } = await underWay()
    expect(list()).toMatchObject([{ state: 'waiting' }])
    expect(calls).toEqual([])
    server.recorded.add(item.key)
    answer.resolve(done())
    await pass(1_000)
    expect((await discarded).status).toBe('done')
    expect(list()).toMatchObject([{ key: item.key, state: 'recorded' }])
  })

  it.each([
    ['whose answer is lost, and which had arrived', true, 'done'],
    ['whose answer is lost, and which had not arrived', false, 'withdrawn'],
  ])('%s', async (_name, hasArrived, status) => {
    const { answer, discarded, item, server } = await underWay()
    if (hasArrived) server.recorded.add(item.key)
    answer.reject(new TypeError('Failed to fetch'))
    await pass(1_000)
    expect((await discarded).status).toBe(status)
    expect(list().map(({ state }) => state)).toEqual(hasArrived ? ['recorded'] : [])
  })

  it('that is refused by that try is withdrawn', async () => {
    const { answer, discarded } = await underWay()
    answer.resolve(problem(409, 'Only 1 left'))
    await pass(1_000)
    expect(await discarded).toEqual({ status: 'withdrawn' })
    expect(list()).toEqual([])
  })

  it('stays what it is where that try takes too long', async () => {
    const { discarded } = await underWay()
    await pass(25_000)
    expect((await discarded).status).toBe('unknown')
    expect(list()).toMatchObject([{ state: 'waiting' }])
    expect(list()[0]?.withdrawal).toBeUndefined()
  })
})

describe('one that is discarded in two tabs, or by another person', () => {
  it('is withdrawn once for both', async () => {
    const { server } = startSalesServer()
    const item = await waitingItem()
    server.isAway = false
    const both = await Promise.all([
      outbox.withdraw(item.key, BACK),
      pass(0).then(() => outbox.withdraw(item.key, BACK)),
      pass(2_000),
    ])
    expect(both.slice(0, 2)).toEqual([{ status: 'withdrawn' }, expect.anything()])
    await pass(20_000)
    expect(list()).toEqual([])
    expect(server.recorded.size).toBe(0)
  })

  it('waits for its owner', async () => {
    const { server, calls } = startSalesServer()
    keep()
    const item = await waitingItem()
    await outbox.withdraw(item.key, BACK)
    signInAs('admin')
    server.isAway = false
    calls.length = 0
    expect((await outbox.withdraw(item.key, BACK)).status).toBe('unknown')
    await pass(60_000)
    expect(calls).toEqual([])
    session.end('here')
    signInAs('staff')
    await pass(20_000)
    expect(list()).toEqual([])
  })
})
