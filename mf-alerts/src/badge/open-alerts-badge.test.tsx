import { events } from '@mms/sdk'
import { problem, signInAs, signOut, stubApi } from '@mms/sdk/test-support'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildSummary, showPage } from '../../test/support.tsx'
import { OpenAlertsBadge } from './open-alerts-badge.tsx'

const SUMMARY = 'GET /api/alerts/summary'

beforeEach(() => signInAs('staff'))

/** What a sighted person and a screen reader get. */
async function shownFor(byStatus: { new: number; read: number }) {
  stubApi({ [SUMMARY]: buildSummary(byStatus) })
  showPage(<OpenAlertsBadge />)
  const said = await screen.findByText(/open alerts?$/)
  return [said.previousSibling?.textContent, said.textContent]
}

describe('the badge', () => {
  it('counts what is new and read, and says what it counts', async () => {
    expect(await shownFor({ new: 3, read: 2 })).toEqual(['5', '5 open alerts'])
  })

  it('speaks of one', async () => {
    expect(await shownFor({ new: 0, read: 1 })).toEqual(['1', '1 open alert'])
  })

  it('shows up to 99, then 99+', async () => {
    expect(await shownFor({ new: 90, read: 9 })).toEqual(['99', '99 open alerts'])
  })

  it('shows 99+ for more, and says how many', async () => {
    expect(await shownFor({ new: 1_234, read: 0 })).toEqual(['99+', '1,234 open alerts'])
  })

  it('is hidden at none', async () => {
    const calls = stubApi({ [SUMMARY]: buildSummary({ new: 0, read: 0 }) })
    const { container } = showPage(<OpenAlertsBadge />)
    await expect.poll(() => calls.length).toBe(1)
    await act(async () => {})
    expect(container.textContent).toBe('')
  })

  it('is silent when the service is away', async () => {
    const calls = stubApi({ [SUMMARY]: () => problem(503, 'Away') })
    const { container } = showPage(<OpenAlertsBadge />)
    await expect.poll(() => calls.length).toBe(1)
    await act(async () => {})
    expect(container.textContent).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the badge as time goes by', () => {
  const poll = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const withFakeTime = async (test: () => Promise<void>) => {
    vi.useFakeTimers()
    try {
      await test()
    } finally {
      vi.useRealTimers()
    }
  }

  it('asks again every 60 seconds, once wherever it stands, and no longer when it is gone', () =>
    withFakeTime(async () => {
      const calls = stubApi({ [SUMMARY]: buildSummary() })
      const { unmount } = showPage(
        <>
          <OpenAlertsBadge />
          <OpenAlertsBadge />
        </>,
      )
      await poll(0)
      expect(calls).toHaveLength(1)
      await poll(59_000)
      expect(calls).toHaveLength(1)
      await poll(1_000)
      expect(calls).toHaveLength(2)
      unmount()
      await poll(300_000)
      expect(calls).toHaveLength(2)
    }))

  it('does not ask anew while an answer is on its way', () =>
    withFakeTime(async () => {
      const calls = stubApi({ [SUMMARY]: () => new Promise(() => {}) })
      showPage(<OpenAlertsBadge />)
      await poll(200_000)
      expect(calls).toHaveLength(1)
    }))

  it('follows at once what is done to alerts, and a little later what moves stock', () =>
    withFakeTime(async () => {
      const byStatus = { new: 1, read: 0 }
      const calls = stubApi({ [SUMMARY]: () => buildSummary(byStatus) })
      showPage(<OpenAlertsBadge />)
      await poll(0)
      byStatus.new = 2
      act(() => events.emit('alerts-changed', {}))
      await poll(0)
      screen.getByText('2 open alerts')
      const before = calls.length
      act(() => events.emit('medicines-changed', { medicineIds: [] }))
      await poll(0)
      expect(calls).toHaveLength(before)
      byStatus.new = 3
      await poll(1_100)
      screen.getByText('3 open alerts')
      byStatus.new = 4
      await poll(5_000)
      screen.getByText('4 open alerts')
    }))

  it('looks once for all parts of the page, also while sale follows sale', () =>
    withFakeTime(async () => {
      const calls = stubApi({ [SUMMARY]: buildSummary() })
      showPage(
        <>
          <OpenAlertsBadge />
          <OpenAlertsBadge />
        </>,
      )
      await poll(0)
      expect(calls).toHaveLength(1)
      for (let sale = 0; sale < 10; sale += 1) {
        act(() => events.emit('medicines-changed', { medicineIds: [] }))
        await poll(100)
      }
      expect(calls).toHaveLength(2)
      await poll(10_000)
      expect(calls).toHaveLength(4)
    }))

  it('is not asked for when nobody is signed in', () =>
    withFakeTime(async () => {
      const calls = stubApi({ [SUMMARY]: buildSummary() })
      showPage(<OpenAlertsBadge />)
      await poll(0)
      act(() => signOut())
      await poll(300_000)
      expect(calls).toHaveLength(1)
    }))
})
