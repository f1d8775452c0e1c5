import { beforeEach, onTestFinished, vi } from 'vitest'
import { connectNotify, type Notice } from '../src/notify.ts'
import type { OutboxItem } from '../src/outbox/entry.ts'
import { keepSending } from '../src/outbox/keep-sending.ts'
import { newKey } from '../src/outbox/outbox.ts'
import { signInAs } from '../src/test-support/render-page.tsx'
import type { StubbedCall } from '../src/test-support/stub-api.ts'

/** The call of an item that `buildItem` makes. */
export const SENT = 'POST /api/transactions'
export const user = 'user-staff'

export const buildItem = (parts: Partial<OutboxItem> = {}): OutboxItem => ({
  key: newKey(),
  path: '/api/transactions',
  body: { quantity: 2 },
  title: 'Sale of 2 × Aspirin',
  successText: 'New stock level: {newStockLevel}',
  failureText: 'Failed to record transaction',
  announces: { event: 'medicines-changed', detail: { medicineIds: ['m1'] } },
  ...parts,
})

export const done = () => Response.json({ status: 'completed', newStockLevel: 8 }, { status: 201 })

export const offline = () => {
  throw new TypeError('Failed to fetch')
}

export const keys = (calls: StubbedCall[]) => calls.map(({ headers }) => headers.get('idempotency-key'))

/** An empty browser, somebody signed in, a clock that stands still; answers what is told them in the test. */
export function emptyOutbox(): Notice[] {
  const notices: Notice[] = []
  beforeEach(() => {
    localStorage.clear()
    signInAs('staff')
    notices.length = 0
    onTestFinished(connectNotify((notice) => notices.push(notice)))
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })
  return notices
}

export const keep = () => onTestFinished(keepSending())
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
