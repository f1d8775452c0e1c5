import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildMedicine } from '../../test/medicines.ts'
import { later, openSendingStore, type SendingStore } from '../../test/sending.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const WINDOW = 15 * MINUTE

describe.each(testDatabases())('damping on $name', (database: TestDatabase) => {
  let store: SendingStore
  beforeEach(async () => {
    store = await openSendingStore(database)
  })
  afterEach(() => store.close())

  const calls = () => store.receiver.calls.map(({ body }) => JSON.parse(body))
  const subjects = () => store.mailServer.mails.map(({ content }) => /^Subject: (.*)\r$/m.exec(content)?.[1])
  async function goTo(ms: number) {
    store.setNow(later(ms))
    await store.sendDue()
  }

  /** A medicine runs out and is restocked `times` times, every `everyMs`. Everything is sent when due. */
  async function toggle(times: number, everyMs: number) {
    let medicine = buildMedicine({ name: 'Crocin', currentStock: 500 })
    await store.receive(medicine)
    for (let time = 0; time < times; time += 1) {
      await goTo(2 * time * everyMs)
      medicine = await store.change(medicine, { currentStock: 0 })
      await store.sendDue()
      await goTo((2 * time + 1) * everyMs)
      medicine = await store.change(medicine, { currentStock: 500 })
      await store.sendDue()
    }
    return medicine
  }

  const types = (told: { type: string }[]) => told.map(({ type }) => type.replace('alerts.alert.', ''))

  test('25 toggles of a stock are two mails and three calls, and no event is lost', async () => {
    await toggle(25, SECOND)
    expect([subjects().length, calls().length]).toEqual([1, 2])
    await goTo(WINDOW + MINUTE)
    await goTo(3 * WINDOW)
    const [, digest] = store.mailServer.mails
    expect(subjects()).toHaveLength(2)
    expect(digest?.content.replaceAll('=\r\n', '')).toContain('Out of stock (min 10), 24 times')
    const [opened, resolved, last, ...more] = calls()
    expect(more).toEqual([])
    expect(types([opened, resolved, last])).toEqual(['opened', 'resolved', 'resolved'])
    expect([opened.earlier, resolved.earlier]).toEqual([undefined, undefined])
    const between = Array.from({ length: 47 }, (_, index) => (index % 2 === 0 ? 'opened' : 'resolved'))
    expect(types(last.earlier)).toEqual(between)
    const ids = [opened, resolved, ...last.earlier, last].map(({ data }) => data._id)
    expect(new Set(ids).size).toBe(25)
    expect(new Set((await store.deliveries()).map(({ status }) => status))).toEqual(new Set(['delivered']))
  })

  test('hours of toggling are one mail a quarter of an hour', async () => {
    await toggle(60, MINUTE)
    await goTo(3 * 60 * MINUTE)
    expect(subjects()).toHaveLength(9)
  })

  test('another medicine waits for none, and one that runs out a quarter of an hour later neither', async () => {
    const medicine = await toggle(2, SECOND)
    await store.receive(buildMedicine({ name: 'Dolo', currentStock: 0 }))
    await store.sendDue()
    expect(subjects().filter((subject) => subject?.includes('Dolo'))).toHaveLength(1)
    await goTo(WINDOW + MINUTE)
    const before = subjects().length
    await goTo(3 * WINDOW)
    await store.change(medicine, { currentStock: 0 })
    await store.sendDue()
    expect(subjects()).toHaveLength(before + 1)
  })

  test('what is worse goes out at once, after what waits of the alert', async () => {
    let medicine = buildMedicine({ name: 'Crocin', currentStock: 8 })
    await store.receive(medicine)
    await store.sendDue()
    medicine = await store.change(medicine, { currentStock: 500 })
    medicine = await store.change(medicine, { currentStock: 8 })
    await store.sendDue()
    await store.change(medicine, { currentStock: 0 })
    await store.sendDue()
    expect(calls().map(({ type, data, earlier }) => [type, data.severity, earlier?.length])).toEqual([
      ['alerts.alert.opened', 'low', undefined],
      ['alerts.alert.resolved', 'low', undefined],
      ['alerts.alert.renewed', 'high', 1],
    ])
    expect(subjects()).toHaveLength(1)
  })

  test('a call that fails is tried again as the same', async () => {
    await toggle(3, SECOND)
    store.receiver.state.status = 503
    await goTo(WINDOW + MINUTE)
    store.receiver.state.status = 200
    await goTo(WINDOW + 2 * MINUTE)
    const [, , failed, taken] = store.receiver.calls
    expect(taken?.headers['webhook-id']).toBe(failed?.headers['webhook-id'])
    expect(JSON.parse(taken?.body ?? '').earlier).toEqual(JSON.parse(failed?.body ?? '').earlier)
  })
})
