import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  buildItem,
  done,
  emptyOutbox,
  keep,
  keys,
  list,
  pass,
  putEntry,
  SENT,
  startSalesServer,
  user,
  waitingItem,
} from '../../test/outbox.ts'
import { events } from '../refetch/events.ts'
import { session } from '../session/session.ts'
import { signInAs } from '../test-support/render-page.tsx'
import { problem, stubApi } from '../test-support/stub-api.ts'
import { outbox } from './outbox.ts'

const notices = emptyOutbox()

it('what was under way before a reload is sent again with its key', async () => {
  const { key } = putEntry({ state: 'sending' })
  const calls = stubApi({ [SENT]: done })
  keep()
  await pass(0)
  expect(keys(calls)).toEqual([key])
  expect(list()).toEqual([])
})

describe('another tab', () => {
  it('that holds the lock keeps this one from sending', async () => {
    const held = new Set<string>()
    const request = async (name: string, _: object, run: (lock: object | null) => Promise<void>) =>
      run(held.has(name) ? null : {})
    vi.stubGlobal('navigator', { locks: { request } })
    onTestFinished(() => void vi.unstubAllGlobals())
    const calls = stubApi({ [SENT]: done })
    const item = buildItem()
    held.add(`mms-outbox-${item.key}`)
    keep()
    const submitted = outbox.submit(item)
    await pass(10_000)
    expect((await submitted).status).toBe('waiting')
    expect(calls).toHaveLength(0)
    held.clear()
    await pass(1_000)
    expect(calls).toHaveLength(1)
  })

  it('that has a lease keeps this one from sending where there are no locks', async () => {
    putEntry({ lease: { tab: 'other', until: Date.now() + 20_000 } })
    const calls = stubApi({ [SENT]: done })
    keep()
    await pass(19_000)
    expect(calls).toHaveLength(0)
    await pass(2_000)
    expect(calls).toHaveLength(1)
  })

  it('that has recorded something makes this one show it, without a message', () => {
    const changed = vi.fn()
    onTestFinished(events.on('medicines-changed', changed))
    stubApi({})
    keep()
    const before = { ...buildItem(), userId: user, at: '', state: 'waiting', attempts: 1, nextAt: 0 }
    const [key, oldValue] = [`mms.outbox.${user}.${before.key}`, JSON.stringify(before)]
    window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: null }))
    expect(changed).toHaveBeenCalledWith({ medicineIds: ['m1'] })
    expect(notices).toEqual([])
  })
})

describe('somebody else at this browser', () => {
  it('neither sends nor sees what waits, until its owner is back', async () => {
    const { server, calls } = startSalesServer()
    keep()
    await outbox.submit(buildItem())
    session.end('here')
    server.isAway = false
    const { length } = calls
    signInAs('admin')
    await pass(60_000)
    expect(calls).toHaveLength(length)
    session.end('here')
    signInAs('staff')
    await pass(0)
    expect(calls).toHaveLength(length + 1)
    expect(list()).toEqual([])
  })

  it('hears nothing of what a colleague’s late answer has recorded', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    stubApi({ [SENT]: () => promise.then(done) })
    const make = vi.fn(() => undefined)
    onTestFinished(outbox.offer(make))
    const submitted = outbox.submit(buildItem())
    await pass(0)
    signInAs('admin')
    resolve()
    await submitted
    expect(make).not.toHaveBeenCalled()
    expect(notices).toEqual([])
    expect(list()).toEqual([])
  })
})

it('an entry whose token ran out is not sent by whoever signed in meanwhile, but by its owner', async () => {
  const admin = { token: 'admin-token', _id: 'user-admin', name: '', email: '', role: 'admin' }
  const senders: (string | null)[] = []
  stubApi({
    [SENT]: ({ headers }) => {
      senders.push(headers.get('authorization'))
      return senders.length === 1 ? problem(401, 'Expired') : done()
    },
    'POST /api/auth/refresh': admin,
  })
  keep()
  await outbox.submit(buildItem())
  await pass(60_000)
  expect(session.get().user?.id).toBe('user-admin')
  expect(senders).toEqual(['Bearer test-token'])
  expect(list()).toHaveLength(1)
  expect(notices).toEqual([])
  session.end('here')
  signInAs('staff')
  await pass(0)
  expect(senders).toEqual(['Bearer test-token', 'Bearer test-token'])
  expect(list()).toEqual([])
})

it('works where the browser stores nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const { server } = startSalesServer()
  keep()
  await waitingItem()
  expect(list()).toHaveLength(1)
  server.isAway = false
  await pass(20_000)
  expect(list()).toEqual([])
})
