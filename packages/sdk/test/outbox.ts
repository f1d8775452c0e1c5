import { beforeEach, expect, onTestFinished, vi } from 'vitest'
import { connectNotify, type Notice } from '../src/notices/notify.ts'
import type { OutboxEntry, OutboxItem } from '../src/outbox/entry.ts'
import { keepSending } from '../src/outbox/keep-sending.ts'
import { newKey, outbox } from '../src/outbox/outbox.ts'
import { entries } from '../src/outbox/storage.ts'
import { signInAs } from '../src/test-support/render-page.tsx'
import { problem, type StubbedCall, stubApi } from '../src/test-support/stub-api.ts'

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

/** An empty browser, somebody signed in, a clock that stands still. Returns the notices. */
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

export const BACK = '/api/transactions/withdrawal'
export const LOCATION = '/api/transactions/t1'
export const list = () => entries.list(user)
export const sales = (calls: StubbedCall[]) => calls.filter(({ path }) => path === '/api/transactions')
/** The answer of a server that has accepted an item and does not know its outcome yet. */
export const accepted = (more: object = {}, headers: object = {}) =>
  Response.json({ status: 'pending', ...more }, { status: 202, headers: { location: LOCATION, ...headers } })

/** An entry of this browser, as another tab or an earlier page left it. */
export function putEntry(parts: Partial<OutboxEntry> = {}): OutboxEntry {
  const made = { userId: user, at: new Date().toISOString(), attempts: 0, nextAt: 0 }
  const entry: OutboxEntry = { ...buildItem(), ...made, state: 'waiting', ...parts }
  entries.put(entry)
  return entry
}

/** Stubs sales, which cannot be reached until `isAway` is false. `fail` answers until then. */
export function startSalesServer(fail: () => unknown = offline) {
  const server = { isAway: true, recorded: new Set<string>(), withdrawn: new Set<string>() }
  const keyOf = ({ headers }: StubbedCall) => headers.get('idempotency-key') as string
  const calls = stubApi({
    [SENT]: (call) => {
      if (server.isAway) return fail()
      if (server.withdrawn.has(keyOf(call))) return problem(409, 'Cancelled', { code: 'sales.cancelled' })
      server.recorded.add(keyOf(call))
      return done()
    },
    [`POST ${BACK}`]: (call) => {
      if (server.isAway) return offline()
      if (server.recorded.has(keyOf(call))) return { status: 'completed', newStockLevel: 8 }
      server.withdrawn.add(keyOf(call))
      return { status: 'cancelled' }
    },
  })
  return { server, calls }
}

export async function waitingItem(parts: Partial<OutboxItem> = {}) {
  const item = buildItem(parts)
  expect((await outbox.submit(item)).status).toBe('waiting')
  return item
}

/** As after a reload: nothing of the tab is left but what it has stored. */
export async function reload(): Promise<typeof outbox> {
  vi.resetModules()
  const { keepSending } = await import('../src/outbox/keep-sending.ts')
  onTestFinished(keepSending())
  return (await import('../src/outbox/outbox.ts')).outbox
}
