import { describe, expect, it } from 'vitest'
import {
  BACK,
  buildItem,
  emptyOutbox,
  keep,
  keys,
  list,
  pass,
  reload,
  sales,
  startSalesServer,
  user,
  waitingItem,
} from '../../test/outbox.ts'
import type { OutboxItem } from './entry.ts'
import { outbox } from './outbox.ts'
import { entries } from './storage.ts'

emptyOutbox()

describe('one that replaces another', () => {
  async function edited(parts: Partial<OutboxItem> = {}) {
    const { server, calls } = startSalesServer()
    keep()
    const first = await waitingItem(parts)
    expect(await outbox.withdraw(first.key, BACK, { keep: true })).toEqual({ status: 'waiting' })
    const second = buildItem({ body: { quantity: 3 }, replaces: first.key, ...parts })
    expect((await outbox.submit(second)).status).toBe('waiting')
    return { server, calls, first, second }
  }

  it('goes out once the first is withdrawn, and not before', async () => {
    const { server, calls, first, second } = await edited()
    await pass(30_000)
    expect(keys(sales(calls))).not.toContain(second.key)
    server.isAway = false
    await pass(20_000)
    expect(list()).toEqual([])
    expect([...server.withdrawn, ...server.recorded]).toEqual([first.key, second.key])
    const order = keys(calls)
    expect(order.lastIndexOf(first.key)).toBeLessThan(order.indexOf(second.key))
  })

  it('does so after a reload, too', async () => {
    const { server, first, second } = await edited()
    await reload()
    server.isAway = false
    await pass(20_000)
    expect([list(), [...server.withdrawn], [...server.recorded]]).toEqual([[], [first.key], [second.key]])
  })

  it('is held and asks where the first had been recorded after all', async () => {
    const { server, first, second } = await edited({ lane: 'replaced' })
    server.recorded.add(first.key)
    server.isAway = false
    await pass(20_000)
    expect(list()).toMatchObject([
      { key: first.key, state: 'recorded' },
      { key: second.key, state: 'stopped', problem: expect.stringContaining('already recorded') },
    ])
    outbox.forget(first.key)
    await pass(60_000)
    expect([...server.recorded]).toEqual([first.key])
    outbox.retry(second.key)
    await pass(1_000)
    expect([...server.recorded]).toEqual([first.key, second.key])
    expect(list()).toEqual([])
  })

  it('is held though the tab was closed between the outcome of the first and its own', async () => {
    const { server, first, second } = await edited()
    const recorded = { ...entries.find(user, first.key), state: 'recorded' as const, withdrawal: undefined }
    // As another tab left it.
    localStorage.setItem(`mms.outbox.${user}.${first.key}`, JSON.stringify(recorded))
    server.recorded.add(first.key)
    server.isAway = false
    const again = await reload()
    again.forget(first.key)
    await pass(60_000)
    expect([...server.recorded]).toEqual([first.key])
    expect(list()).toMatchObject([{ key: second.key, state: 'stopped' }])
  })

  it('goes out though the tab was closed before the first, which is withdrawn, was taken away', async () => {
    const { server, first, second } = await edited()
    const refused = { ...entries.find(user, first.key), state: 'refused' as const, withdrawal: undefined }
    localStorage.setItem(`mms.outbox.${user}.${first.key}`, JSON.stringify(refused))
    server.isAway = false
    await reload()
    await pass(20_000)
    expect([list(), [...server.recorded]]).toEqual([[], [second.key]])
  })

  it('may be discarded itself, and then the first is there again', async () => {
    const { server, calls, first, second } = await edited()
    await outbox.withdraw(second.key, BACK)
    server.isAway = false
    await pass(20_000)
    expect(keys(sales(calls))).not.toContain(second.key)
    expect([...server.withdrawn].sort()).toEqual([first.key, second.key].sort())
    expect(list()).toMatchObject([{ key: first.key, state: 'refused' }])
  })

  it('is not tried by hand while the first is undecided', async () => {
    const { calls, second } = await edited()
    outbox.retry(second.key)
    await pass(5_000)
    expect(keys(sales(calls))).not.toContain(second.key)
  })

  it('goes out at once where the first is gone', async () => {
    const { server, first } = await edited()
    server.isAway = false
    await pass(20_000)
    const third = buildItem({ body: { quantity: 9 }, replaces: first.key })
    expect((await outbox.submit(third)).status).toBe('done')
  })
})
