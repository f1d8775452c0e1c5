import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'
import { createLag } from '../telemetry/lag.ts'
import { testDatabases } from '../test-support/databases.ts'
import {
  clearProjectionTables,
  createOwner,
  createProjectionTables,
  projectionOf,
  SHELVES,
  shelves,
} from '../test-support/feed-owner.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { createStep, defineProjection } from './projection.ts'
import { createReadModel } from './read-model.ts'

const { signal } = new AbortController()
const announced = { kind: 'announcement', types: ['counted'], schema: z.unknown() } as const

describe.each(testDatabases())('a projection on $name', (database) => {
  const opened = openForTests(() => database.open())
  beforeAll(() => createProjectionTables(opened.db))
  beforeEach(() => clearProjectionTables(opened.db))
  const units = () => opened.db('sums').pluck('units')

  test('rebuilds when the feed has begun a new epoch; the old rows serve meanwhile', async () => {
    const { owner, client, sell } = createOwner()
    const step = createStep(projectionOf(opened.db, client), createLag())
    sell(0, 2)
    await step(signal)
    const served: unknown[] = []
    owner.meanwhile = async () => served.push(await units())
    owner.epoch = 'restored'
    sell(0, 3)
    expect(await step(signal)).toBe('rebuilt')
    expect(served).toContainEqual([2])
    expect(await units()).toEqual([5])
  })

  test('goes on from what is built, and rebuilds by the days of another zone only', async () => {
    const { client, sell } = createOwner()
    const start = (timeZone: string) =>
      createStep({ ...projectionOf(opened.db, client), timeZone }, createLag())
    sell(0, 1)
    const kolkata = start('Asia/Kolkata')
    expect(await kolkata(signal)).toBe('rebuilt')
    await opened.db('sums').update({ units: 70 })
    sell(0, 1)
    expect(await start('Asia/Kolkata')(signal)).toBe('read')
    expect(await units()).toEqual([71])
    expect(await start('Pacific/Auckland')(signal)).toBe('rebuilt')
    expect(await units()).toEqual([2])
    // The replica with the former time zone stops writing.
    sell(0, 1)
    await expect(kolkata(signal)).rejects.toThrow('counts days in Pacific/Auckland')
    expect(await units()).toEqual([2])
  })

  /** Notes each announcement, with the states that came with it and the version in the model. */
  function noteAnnouncements(client: ServiceClient, fromFirstEvent: boolean) {
    const noted: unknown[] = []
    const { apply, sources, ...options } = projectionOf(opened.db, client)
    const step = createStep(
      {
        ...options,
        fromFirstEvent,
        sources: { ...sources, announced },
        async apply(received, trx) {
          await apply(received, trx)
          const [known] = await createReadModel(trx, shelves).find(SHELVES)
          for (const each of received.announced) noted.push([each, received.shelves.length, known?.version])
        },
      },
      createLag(),
    )
    return { noted, step }
  }

  test('begins with the first event where events say more than the snapshot', async () => {
    const { client, publish, change } = createOwner()
    change(0)
    publish('counted', 9)
    const { noted, step } = noteAnnouncements(client, true)
    for (let steps = 0; steps < 2; steps += 1) expect(await step(signal)).toBe('read')
    expect(noted).toEqual([[9, 0, 1]])
  })

  test('applies an announcement when all before it is in the model and nothing after', async () => {
    const { client, publish, change } = createOwner()
    const { noted, step } = noteAnnouncements(client, false)
    await step(signal)
    change(0)
    for (const count of [7, 8]) publish('counted', count)
    change(0)
    publish('counted', 9)
    await step(signal)
    expect(noted).toEqual([
      [7, 0, 1],
      [8, 0, 1],
      [9, 0, 2],
    ])
  })

  test('says how old it is, also after the process that read last, and in its metrics', async () => {
    const { client } = createOwner()
    const read = (async (path, schema) => {
      await delay(5)
      return client.read(path, schema)
    }) satisfies ServiceClient['read']
    const start = (now: string, more: object = {}) => {
      const options = { ...projectionOf(opened.db, { ...client, read }), now: () => new Date(now), ...more }
      const projection = defineProjection(options)
      projection.start()
      onTestFinished(projection.stop)
      return projection
    }
    const first = start('2026-11-23T05:00:00.000Z')
    await expect.poll(first.lagSeconds).toBe(0)
    await first.stop()
    expect(await first.asOf()).toEqual(new Date('2026-11-23T05:00:00.000Z'))
    const away = { client: { ...client, read: () => Promise.reject(new Error('away')) } }
    const registry = new Registry()
    const later = start('2026-11-23T06:00:00.000Z', { ...away, registry })
    start('2026-11-23T06:00:00.000Z', { ...away, registry, name: 'other' })
    await expect.poll(later.lagSeconds).toBeGreaterThan(0)
    expect(await later.asOf()).toEqual(new Date('2026-11-23T05:00:00.000Z'))
    const text = await registry.metrics()
    for (const feed of ['owner', 'other'])
      expect(text).toMatch(new RegExp(`feed_reader_lag_seconds{feed="${feed}"} 0\\.\\d+`))
  })
})
