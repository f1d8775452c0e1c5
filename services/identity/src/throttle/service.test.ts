import { migrate } from '@mms/service-kit'
import { explain, type OpenTestDatabase, statementsOf, testDatabases } from '@mms/service-kit/test-support'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAddress } from '../../test/support.ts'
import { migrations } from '../migrations/index.ts'
import { createThrottle, type Throttle } from './service.ts'

const MINUTE = 60_000
const limits = {
  pair: { burst: 3, intervalMs: MINUTE },
  account: { burst: 4, intervalMs: 2 * MINUTE },
  network: { burst: 5, intervalMs: MINUTE / 2 },
}

describe.each(testDatabases())('the throttle on $name', ({ open }) => {
  let database: OpenTestDatabase
  let throttle: Throttle
  beforeAll(async () => {
    database = await open()
    await migrate(database.db, migrations, { log: pino({ level: 'silent' }) })
    throttle = createThrottle({ db: database.db, now: () => 1_000_000, limits })
  })
  afterAll(() => database.close())

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
    const isKnown = async (email: string, address: string) => (await reserve(email, address)).fromKnownNetwork
    expect(await isKnown(owner, home)).toBe(false)
    await (await reserve(owner, home)).succeeded()
    expect(await isKnown(owner, home)).toBe(true)
    expect(await isKnown('nobody@example.com', home)).toBe(true)
    expect(await isKnown(owner, buildAddress())).toBe(false)
  })

  test('finds a known network by an index', async () => {
    const query = database.db('familiar_networks').where({ network: 'x' }).select('network')
    expect(await explain(database.db, query, 'familiar_networks')).toMatchObject({
      index: 'familiar_networks_network_index',
    })
  })
})
