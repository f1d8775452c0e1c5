import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { useConnection } from '../http/connection.ts'
import { stubApi } from '../test-support/stub-api.ts'
import { createQueryClient, recoverWithConnection } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A server that can be away, and a page that looks whether it is there. */
async function openPage() {
  let isAway = false
  const reach = () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return {}
  }
  stubApi({ 'GET /api/test': reach })
  renderHook(() => useConnection())
  const client = createQueryClient()
  onTestFinished(recoverWithConnection(client))
  await pass(0)
  return {
    client,
    ask: vi.fn(async () => reach()),
    async go(where: 'online' | 'offline') {
      isAway = where === 'offline'
      window.dispatchEvent(new Event(where))
      await pass(0)
    },
  }
}

/** Puts a query on the screen; returns what takes it off. */
function show(client: QueryClient, name: string, queryFn: () => Promise<unknown>): () => void {
  const hide = new QueryObserver(client, { queryKey: [name], queryFn }).subscribe(() => {})
  onTestFinished(hide)
  return hide
}

it('what failed on the screen is asked for when the connection is back, but not what was loaded or left', async () => {
  const { client, ask, go } = await openPage()
  const [askLoaded, askLeft] = [vi.fn(async () => 'loaded'), vi.fn(() => ask())]
  show(client, 'loaded', askLoaded)
  await pass(0)
  await go('offline')
  show(client, 'medicines', ask)
  const hide = show(client, 'left', askLeft)
  await pass(60_000)
  hide()
  const calls = ask.mock.calls.length
  expect(client.getQueryState(['medicines'])?.status).toBe('error')
  await go('online')
  expect(client.getQueryState(['medicines'])?.status).toBe('success')
  expect([ask.mock.calls.length, askLoaded.mock.calls.length]).toEqual([calls + 1, 1])
  expect(askLeft).toHaveBeenCalledTimes(1)
})

it.each([
  ['failed on the screen is asked for again once', 503, 2],
  ['was refused is not asked for again', 404, 1],
])('what %s while the server can be reached', async (_, status, times) => {
  const { client } = await openPage()
  const ask = vi.fn(async () => 'stock').mockRejectedValueOnce(new ApiError('response', 'No', { status }))
  show(client, 'stock', ask)
  await pass(30_000)
  expect(ask).toHaveBeenCalledTimes(times)
  await pass(90_000)
  expect(ask).toHaveBeenCalledTimes(times)
})
