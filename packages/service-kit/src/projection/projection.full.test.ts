import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startNewEpoch } from '../feed/numbering.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { openProjectionStage, type StageOptions } from '../test-support/projection-stage.ts'

const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 })

describe.each(testDatabases())('a projection on $name', (database) => {
  const stage = openForTests(() => openProjectionStage(database))
  let owner: Awaited<ReturnType<typeof stage.startOwner>>

  const append: typeof stage.append = (...events) => stage.append(...events)
  const totals = () => stage.totals()
  const start = (options: Partial<StageOptions> = {}) => owner.start(options)

  beforeEach(async () => {
    await stage.reset()
    owner = await stage.startOwner()
  })
  afterEach(() => owner.stop())

  test('applies what happened before it began and what happens then', async () => {
    await append(['a', 1], ['b', 10])
    const projection = start()
    await eventually(totals).toEqual({ a: 1, b: 10 })
    await append(['a', 2])
    await append(['c', 5], ['a', 3])
    await eventually(totals).toEqual({ a: 6, b: 10, c: 5 })
    await eventually(() => projection.lagSeconds()).toBe(0)
  })

  test('rebuilds when the feed has begun a new epoch, and goes on; the old rows serve meanwhile', async () => {
    await append(['a', 1], ['lost by the restore', 1])
    start()
    await eventually(totals).toEqual({ a: 1, 'lost by the restore': 1 })
    await stage.keepOnly('a')
    const served: unknown[] = []
    stage.owner.meanwhile = async () => served.push(await totals())
    await startNewEpoch(stage.source.db)
    await append(['b', 1])
    await eventually(totals).toEqual({ a: 1, b: 1 })
    expect(served).toContainEqual({ a: 1, 'lost by the restore': 1 })
    await append(['b', 1])
    await eventually(totals).toEqual({ a: 1, b: 2 })
  })

  test('goes on from what is built, and rebuilds by the days of another zone only', async () => {
    await append(['a', 1])
    const lastEventId = await stage.feed.head()
    await stage.target
      .db('feed_cursors')
      .insert({ name: 'source', last_event_id: lastEventId, time_zone: 'Asia/Kolkata' })
    await stage.target.db('totals').insert({ subject: 'a', amount: 70 })
    const kolkata = start({ timeZone: 'Asia/Kolkata' })
    await append(['a', 1])
    await eventually(totals).toEqual({ a: 71 })
    const auckland = start({ timeZone: 'Pacific/Auckland' })
    await eventually(totals).toEqual({ a: 2 })
    await auckland.stop()
    // The one that counts by other days writes no more.
    await append(['a', 1])
    await eventually(() => kolkata.lagSeconds()).toBeGreaterThan(0.2)
    expect(await totals()).toEqual({ a: 2 })
  })

  test('says how old it is, also after the process that read last', async () => {
    const projection = start({ now: () => new Date('2026-11-23T05:00:00.000Z') })
    await eventually(() => projection.lagSeconds()).toBe(0)
    expect(await projection.asOf()).toEqual(new Date('2026-11-23T05:00:00.000Z'))
    await projection.stop()
    await owner.app.close()
    const later = start({ now: () => new Date('2026-11-23T06:00:00.000Z') })
    await eventually(() => later.lagSeconds()).toBeGreaterThan(0)
    expect(await later.asOf()).toEqual(new Date('2026-11-23T05:00:00.000Z'))
  })

  test('publishes in its metrics how far behind it is while the feed is away', async () => {
    const metrics = createMetrics('test')
    await owner.app.close()
    const projection = start({ registry: metrics.registry })
    start({ registry: metrics.registry, name: 'other' })
    await eventually(() => projection.lagSeconds()).toBeGreaterThan(0)
    const text = await metrics.registry.metrics()
    expect(text).toMatch(/feed_reader_lag_seconds{feed="source",service="test"} 0\.\d+/)
    expect(text).toMatch(/feed_reader_lag_seconds{feed="other",service="test"} 0\.\d+/)
  })
})
