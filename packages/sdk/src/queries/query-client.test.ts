import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { useConnection } from '../http/connection.ts'
import { stubApi } from '../test-support/stub-api.ts'
import { createQueryClient, recoverWithConnection } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

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
  const stop = recoverWithConnection(client)
  onTestFinished(stop)
  await pass(0)
  return {
    client,
    stop,
    ask: vi.fn(async () => reach()),
    async leave() {
      isAway = true
      window.dispatchEvent(new Event('offline'))
      await pass(0)
    },
    async comeBack() {
      isAway = false
      window.dispatchEvent(new Event('online'))
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

describe('when the connection is back', () => {
  it('what is on the screen and failed is asked for again', async () => {
    const { client, ask, leave, comeBack } = await openPage()
    await leave()
    show(client, 'medicines', ask)
    await pass(60_000)
    expect(client.getQueryState(['medicines'])?.status).toBe('error')
    expect(ask).toHaveBeenCalledTimes(1)
    await comeBack()
    expect(ask).toHaveBeenCalledTimes(2)
    expect(client.getQueryState(['medicines'])?.status).toBe('success')
  })

  it('what was loaded is not asked for again, nor what nobody looks at', async () => {
    const { client, ask, leave, comeBack } = await openPage()
    const askLoaded = vi.fn(async () => 'loaded')
    show(client, 'loaded', askLoaded)
    await pass(0)
    await leave()
    const hide = show(client, 'left', ask)
    await pass(0)
    hide()
    await comeBack()
    expect(askLoaded).toHaveBeenCalledTimes(1)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('while the server can be reached', () => {
  it('what failed on the screen is asked for again after half a minute', async () => {
    const { client } = await openPage()
    const ask = vi
      .fn(async () => 'stock')
      .mockRejectedValueOnce(new ApiError('response', 'Busy', { status: 503 }))
    show(client, 'stock', ask)
    await pass(30_000)
    expect(ask).toHaveBeenCalledTimes(2)
    await pass(90_000)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('what was refused is not', async () => {
    const { client } = await openPage()
    const ask = vi.fn(() => Promise.reject(new ApiError('response', 'Not found', { status: 404 })))
    show(client, 'stock', ask)
    await pass(90_000)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
