import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../queries/query-client.ts'
import { events } from './events.ts'
import { useRefetchOn } from './use-refetch-on.ts'

const CHANNEL = 'mms-events'
const KEY = ['alerts', 'alerts']
const moveStock = () => events.emit('medicines-changed', { medicineIds: [] })

/** Some parts of a page that show the same, and how often it was fetched. */
function showParts(count: number) {
  const client = createQueryClient()
  const fetched = vi.fn(async () => 'alerts')
  const usePart = () => {
    useRefetchOn(['alerts-changed', 'medicines-changed'], KEY, { throughFeed: ['medicines-changed'] })
    useQuery({ queryKey: [...KEY, 'summary'], queryFn: fetched })
  }
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  for (let part = 0; part < count; part += 1) renderHook(usePart, { wrapper })
  return fetched
}

describe('what follows events through a feed', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('is fetched at once after what its own service did, and once the feed has arrived after what others did', async () => {
    const fetched = showParts(2)
    await pass(0)
    expect(fetched).toHaveBeenCalledTimes(1)
    events.emit('alerts-changed', {})
    await pass(0)
    expect(fetched).toHaveBeenCalledTimes(2)
    moveStock()
    for (const [ms, times] of [
      [999, 2],
      [1, 3],
      [1_500, 4],
      [3_500, 5],
      [60_000, 5],
    ] as const) {
      await pass(ms)
      expect(fetched).toHaveBeenCalledTimes(times)
    }
  })

  it('is fetched while change follows change, and not once nothing shows it any more', async () => {
    const fetched = showParts(1)
    await pass(0)
    for (let sale = 0; sale < 30; sale += 1) {
      moveStock()
      await pass(100)
    }
    expect(fetched).toHaveBeenCalledTimes(5)
    cleanup()
    await pass(60_000)
    events.emit('alerts-changed', {})
    await pass(0)
    expect(fetched).toHaveBeenCalledTimes(5)
  })

  it('is fetched in a tab that is hidden only when it is seen again', async () => {
    const fetched = showParts(1)
    await pass(0)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    events.emit('alerts-changed', {})
    await pass(0)
    expect(fetched).toHaveBeenCalledTimes(1)
    visibility.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})

it('follows other tabs, and they follow this one', async () => {
  const otherTab = new BroadcastChannel(CHANNEL)
  const received: unknown[] = []
  otherTab.addEventListener('message', ({ data }) => received.push(data))
  const fetched = showParts(2)
  await expect.poll(() => fetched.mock.calls.length).toBe(1)
  otherTab.postMessage('alerts-changed')
  await expect.poll(() => fetched.mock.calls.length).toBe(2)
  events.emit('alerts-changed', {})
  moveStock()
  await expect.poll(() => received).toEqual(['alerts-changed', 'medicines-changed'])
  otherTab.close()
})
