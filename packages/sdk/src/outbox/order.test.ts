import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  accepted,
  buildItem,
  done,
  emptyOutbox,
  keep,
  LOCATION,
  list,
  pass,
  putEntry,
  SENT,
  startSalesServer,
} from '../../test/outbox.ts'
import { problem, type StubbedCall, stubApi } from '../test-support/stub-api.ts'
import { outbox } from './outbox.ts'
import { entries } from './storage.ts'

emptyOutbox()

const quantityOf = ({ body }: Pick<StubbedCall, 'body'>) => (body as { quantity: number }).quantity
/** A call that a test leaves unanswered holds its lane for good, as long as the tab lives: each test has its own. */
let test = 0
beforeEach(() => {
  test += 1
})
const laneOf = (name: string) => `${name}-${test}`
const itemOf = (quantity: number, lane: string) => buildItem({ body: { quantity }, lane: laneOf(lane) })

/** The test decides when this server answers. `started`: quantities in order of arrival. */
function startSlowServer() {
  const started: number[] = []
  const underWay = new Map<number, (answer: Response) => void>()
  stubApi({
    [SENT]: (call) => {
      const quantity = quantityOf(call)
      started.push(quantity)
      return new Promise<Response>((resolve) => underWay.set(quantity, resolve))
    },
  })
  const answer = async (quantity: number, response = done()) => {
    underWay.get(quantity)?.(response)
    await pass(0)
  }
  return { started, answer }
}

describe('what is of one lane', () => {
  it('goes out one after the other, each at once when the one before has its outcome', async () => {
    const { started, answer } = startSlowServer()
    keep()
    const all = [1, 2, 3].map((quantity) => outbox.submit(itemOf(quantity, 'm1')))
    await pass(0)
    expect(started).toEqual([1])
    await answer(1)
    expect(started).toEqual([1, 2])
    await answer(2, problem(409, 'Only 1 left'))
    expect(started).toEqual([1, 2, 3])
    await answer(3)
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(['done', 'refused', 'done'])
  })

  it('goes on after one whose answer takes longer than a form waits', async () => {
    const { started, answer } = startSlowServer()
    keep()
    void outbox.submit(itemOf(1, 'm1'))
    void outbox.submit(itemOf(2, 'm1'))
    await pass(9_000)
    expect(started).toEqual([1])
    // Neither try has failed: the first is under way, the second has not begun.
    expect(list().map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(['waiting 0', 'waiting 0'])
    await answer(1)
    await pass(600)
    expect(started).toEqual([1, 2])
  })

  it('goes out in the order in which it was made, though a reload and a clock put back lie between', async () => {
    const { server, calls } = startSalesServer()
    for (const quantity of [1, 2, 3, 4]) {
      await outbox.submit(itemOf(quantity, quantity % 2 ? 'odd' : 'even'))
      vi.setSystemTime(Date.now() - 3_600_000)
    }
    expect(calls.some((call) => quantityOf(call) === 3 || quantityOf(call) === 4)).toBe(false)
    vi.resetModules()
    calls.length = 0
    server.isAway = false
    keep()
    await pass(3_000)
    expect(calls.map(quantityOf)).toEqual([1, 2, 3, 4])
    expect(list()).toEqual([])
  })

  it('waits while the server does not know the outcome of the one before (202), however long', async () => {
    let isKnown = false
    const calls = stubApi({
      [SENT]: (call) => (quantityOf(call) === 1 ? accepted() : done()),
      [`GET ${LOCATION}`]: () => ({ status: isKnown ? 'completed' : 'pending' }),
    })
    keep()
    const sent = () => calls.filter(({ method }) => method === 'POST').map(quantityOf)
    await outbox.submit(itemOf(1, 'm1'))
    void outbox.submit(itemOf(2, 'm1'))
    await pass(20 * 60_000)
    expect(sent()).toEqual([1])
    isKnown = true
    await pass(20_000)
    expect(sent()).toEqual([1, 2])
    expect(list()).toEqual([])
  })

  it('goes on after one that needs a decision, which is not lost', async () => {
    stubApi({ [SENT]: (call) => (quantityOf(call) === 1 ? problem(500, 'Out of order') : done()) })
    keep()
    await outbox.submit(itemOf(1, 'm1'))
    void outbox.submit(itemOf(2, 'm1'))
    await pass(14 * 60_000)
    expect(list()).toHaveLength(2)
    await pass(3 * 60_000)
    expect(list().map(({ state }) => state)).toEqual(['stopped'])
  })

  it('waits for another tab that sends the one before', async () => {
    const other = Promise.withResolvers<void>()
    const lane = `mms-outbox-lane-${laneOf('m1')}`
    const request = async (name: string, _: object, run: (lock: object) => Promise<void>) => {
      if (name === lane) await other.promise
      return run({})
    }
    vi.stubGlobal('navigator', { locks: { request } })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { started } = startSlowServer()
    keep()
    void outbox.submit(itemOf(2, 'm1'))
    await pass(3_000)
    expect(started).toEqual([])
    other.resolve()
    await pass(0)
    expect(started).toEqual([2])
  })

  it('waits for what another tab has kept and this one has not sent', async () => {
    const { started } = startSlowServer()
    const lease = { tab: 'other', until: Date.now() + 20_000 }
    const first = putEntry({ ...itemOf(1, 'm1'), state: 'sending', lease })
    keep()
    void outbox.submit(itemOf(2, 'm1'))
    await pass(10_000)
    expect(started).toEqual([])
    entries.remove(first.userId, first.key)
    await pass(600)
    expect(started).toEqual([2])
  })
})

describe('what is of different lanes', () => {
  it('goes out at the same time, in the order in which it was made', async () => {
    const { started } = startSlowServer()
    keep()
    for (const quantity of [1, 2, 3]) void outbox.submit(itemOf(quantity, `m${quantity}`))
    await pass(0)
    expect(started).toEqual([1, 2, 3])
  })

  it('goes out as soon as anything gets through, before what is made now', async () => {
    const { server, calls } = startSalesServer()
    keep()
    for (const quantity of [1, 2]) await outbox.submit(itemOf(quantity, `m${quantity}`))
    await pass(30_000)
    server.isAway = false
    calls.length = 0
    await outbox.submit(itemOf(3, 'm3'))
    await pass(0)
    expect(calls.map(quantityOf)).toEqual([1, 2, 3])
  })

  it('waits as long as the server has asked, whatever else gets through', async () => {
    let isBusy = true
    const busy = () => Response.json({}, { status: 202, headers: { 'retry-after': '120' } })
    const calls = stubApi({ [SENT]: (call) => (quantityOf(call) === 1 && isBusy ? busy() : done()) })
    keep()
    await outbox.submit(itemOf(1, 'm1'))
    await outbox.submit(itemOf(2, 'm2'))
    await pass(60_000)
    expect(calls.map(quantityOf)).toEqual([1, 2])
    isBusy = false
    await pass(61_000)
    expect(calls.map(quantityOf)).toEqual([1, 2, 1])
  })
})

it.each([
  ['the server’s', {}],
  ['that of the item where it names one', { madeAt: '2026-11-22T10:42:00.000Z' }],
])('the time at which it was made is %s, and the same in every try', async (_, parts) => {
  const { server, calls } = startSalesServer()
  keep()
  const { madeAt } = { madeAt: new Date().toISOString(), ...parts }
  await outbox.submit({ ...itemOf(1, 'm1'), ...parts })
  await pass(60_000)
  server.isAway = false
  await pass(20_000)
  expect(calls.length).toBeGreaterThan(2)
  for (const { body } of calls) expect(body).toEqual({ quantity: 1, madeAt })
})
