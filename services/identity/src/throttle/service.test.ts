import { migrate } from '@mms/service-kit'
import { explain, openForTests, statementsOf, testDatabases } from '@mms/service-kit/test-support'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAddress } from '../../test/support.ts'
import { migrations } from '../migrations/list.ts'
import { hashKey } from './rules.ts'
import { createThrottle, type Throttle } from './service.ts'
import { createThrottleStore } from './store.ts'

const MINUTE = 60_000
const limits = {
  pair: { burst: 3, intervalMs: MINUTE },
  account: { burst: 4, intervalMs: 2 * MINUTE },
  network: { burst: 5, intervalMs: MINUTE / 2 },
}

describe.each(testDatabases())('the throttle on $name', ({ open }) => {
  const database = openForTests(() => open())
  let throttle: Throttle
  beforeAll(async () => {
    await migrate(database.db, migrations, { log: pino({ level: 'silent' }) })
    throttle = createThrottle({ db: database.db, now: () => 1_000_000, limits })
  })

  const reserve = (email: string, address = buildAddress()) =>
    throttle.reserve({ purpose: 'login', email, address })
  const buckets = () => database.db('throttle_buckets').orderBy('bucket')

  test('writes nothing for a try that the network limit refuses, whatever email it names', async () => {
    const address = buildAddress()
    for (let n = 0; n < limits.network.burst; n += 1) await reserve(`new-${n}@example.com`, address)
    const before = await buckets()
    const sent = await statementsOf(database.db, () =>
      expect(reserve('fresh@example.com', address)).rejects.toMatchObject({ status: 429 }),
    )
    expect(sent.filter((statement) => !statement.startsWith('select'))).toEqual([])
    expect(await buckets()).toEqual(before)
  })

  test('says when all limits have room again, not only the first of them', async () => {
    const [email, address] = ['long@example.com', buildAddress()]
    for (let n = 0; n < limits.pair.burst; n += 1) await reserve(email, address)
    await reserve(email)
    await expect(reserve(email, address)).rejects.toMatchObject({ headers: { 'Retry-After': '120' } })
  })

  test('treats whoever tries from a known network alike, whether the account exists or not', async () => {
    const [home, owner] = [buildAddress(), 'owner@example.com']
    const isKnown = async (email: string, address: string) =>
      (await reserve(email, address)).isFromKnownOrigin
    expect(await isKnown(owner, home)).toBe(false)
    await (await reserve(owner, home)).succeeded()
    expect(await isKnown(owner, home)).toBe(true)
    expect(await isKnown('nobody@example.com', home)).toBe(true)
    expect(await isKnown(owner, buildAddress())).toBe(false)
  })

  test('lets at most 1 % of 3,000 guesses from as many addresses reach the hash, and the owner in meanwhile', async () => {
    const standard = createThrottle({ db: database.db, now: Date.now })
    const [email, purpose, device] = ['besieged@example.com', 'login' as const, 'd'.repeat(43)]
    await (await standard.reserve({ purpose, email, address: buildAddress(), device })).succeeded()
    const guess = () =>
      standard.reserve({ purpose, email, address: buildAddress(), device: 'x'.repeat(43) }).then(
        () => 1,
        () => 0,
      )
    let reached = 0
    for (let n = 0; n < 3_000; n += 100) {
      for (const one of await Promise.all(Array.from({ length: 100 }, guess))) reached += one
      await (await standard.reserve({ purpose, email, address: buildAddress(), device })).succeeded()
    }
    expect(reached).toBeGreaterThan(0)
    expect(reached).toBeLessThanOrEqual(30)
  })

  test('remembers the latest places of an account only', async () => {
    const email = 'script@example.com'
    let time = 2_000_000
    const turning = createThrottle({ db: database.db, now: () => time, limits })
    for (let n = 0; n < 105; n += 1) {
      time += 1_000
      await (await turning.reserve({ purpose: 'login', email, address: `10.9.9.${n}` })).succeeded()
    }
    const places = await database.db('familiar_networks').where('account', hashKey(email))
    expect(places).toHaveLength(100)
    expect(places.map(({ network }) => network)).toContain(hashKey('10.9.9.104'))
  })

  test('keeps no more buckets than the table may hold: the busiest stay', async () => {
    await database.db('throttle_buckets').delete()
    const store = createThrottleStore(database.db, 3)
    for (let n = 1; n <= 6; n += 1) {
      await store.take({ key: `bucket-${n}`, burst: 10, intervalMs: n * 1_000 }, 1_000_000)
    }
    await store.prune(1_000_000, new Date(0), [{ burst: 10, intervalMs: 6_000 }])
    expect((await buckets()).map(({ bucket }) => bucket)).toEqual(['bucket-4', 'bucket-5', 'bucket-6'])
  })

  test('finds a known network by an index', async () => {
    const query = database.db('familiar_networks').where({ network: 'x' }).select('network')
    expect(await explain(database.db, query, 'familiar_networks')).toMatchObject({
      index: 'familiar_networks_network_index',
    })
  })
})
