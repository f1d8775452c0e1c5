import { events } from '@mms/sdk'
import { problem, showPage, signInAs, signOut, stubApi } from '@mms/sdk/test-support'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildSummary } from '../../test/support.tsx'
import { OpenAlertsBadge } from './open-alerts-badge.tsx'

const SUMMARY = 'GET /api/alerts/summary'

beforeEach(() => signInAs('staff'))

describe('the badge', () => {
  it.each([
    [3, 2, '5', '5 open alerts'],
    [0, 1, '1', '1 open alert'],
    [1_234, 0, '99+', '1,234 open alerts'],
  ])('of %i new and %i read shows %s, and says to a screen reader %s', async (fresh, read, shown, said) => {
    stubApi({ [SUMMARY]: buildSummary({ new: fresh, read }) })
    showPage(<OpenAlertsBadge />)
    expect((await screen.findByText(said)).previousSibling?.textContent).toBe(shown)
  })

  it.each([
    ['there are none', buildSummary({ new: 0, read: 0 })],
    ['the service is away', () => problem(503, 'Away')],
  ])('is hidden when %s', async (_, answer) => {
    const calls = stubApi({ [SUMMARY]: answer })
    const { container } = showPage(<OpenAlertsBadge />)
    await expect.poll(() => calls.length).toBe(1)
    await act(async () => {})
    expect(container.textContent).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the badge as time goes by', () => {
  const poll = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['it is gone', (leave: () => void) => leave()],
    ['nobody is signed in', () => act(signOut)],
  ])('asks again every 60 seconds, once wherever it stands, and no longer when %s', async (_, end) => {
    const calls = stubApi({ [SUMMARY]: buildSummary() })
    const { unmount } = showPage(
      <>
        <OpenAlertsBadge />
        <OpenAlertsBadge />
      </>,
    )
    await poll(59_000)
    expect(calls).toHaveLength(1)
    await poll(1_000)
    expect(calls).toHaveLength(2)
    end(unmount)
    await poll(300_000)
    expect(calls).toHaveLength(2)
  })

  it('follows at once what is done to alerts, and a little later what moves stock', async () => {
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
  })
})
