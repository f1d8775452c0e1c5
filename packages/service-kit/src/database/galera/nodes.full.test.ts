import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartupError } from '../../config/config.ts'
import { type MariaDb, startMariaDb } from '../../test-support/mariadb.ts'
import { clusterNodes } from '../mysql-address.ts'
import { openDatabase } from '../open.ts'
import { pingDatabase } from '../reachable.ts'
import { catchUp, isClustered } from './cluster.ts'
import { createNodes } from './nodes.ts'

const addresses = [1, 2, 3].map((port) => ({ host: 'db', port }))

test('a pool uses the first node, and the next one that works while that is away', () => {
  let now = 0
  const nodes = createNodes(addresses, () => now)
  const [first, other, back] = [{}, {}, {}]
  expect(nodes.order()).toEqual([0, 1, 2])
  nodes.met(first, 0)
  expect(nodes.isGood(first)).toBe(true)
  nodes.lost(first)
  expect(nodes.isGood(first)).toBe(false)
  expect(nodes.order()).toEqual([1, 2, 0])
  nodes.leave(1)
  nodes.met(other, 2)
  expect(nodes.isGood(other)).toBe(true)
  now = 30_001
  // One connection is given up, and the next one tries the first node.
  expect(nodes.isGood(other)).toBe(false)
  expect(nodes.order()).toEqual([0, 2, 1])
  nodes.met(back, 0)
  expect(nodes.isGood(other)).toBe(false)
  expect(nodes.isGood(back)).toBe(true)
})

test('one setting names the nodes of a cluster', () => {
  const of = (parameters: string) => clusterNodes(new URL(`mysql://u:p@one:3307/shop?${parameters}`))
  expect(of('ssl-mode=DISABLED')).toBeUndefined()
  expect(of('cluster=galera')).toEqual([{ host: 'one', port: 3307 }])
  expect(of('cluster=galera&nodes=two,%5B::1%5D:3308')).toEqual([
    { host: 'one', port: 3307 },
    { host: 'two', port: 3306 },
    { host: '::1', port: 3308 },
  ])
  for (const wrong of ['nodes=two', 'cluster=other', 'cluster=galera&nodes=', 'cluster=galera&nodes=u@two']) {
    expect(() => of(wrong)).toThrow(StartupError)
  }
})

let servers: MariaDb[]
beforeAll(async () => {
  servers = await Promise.all([startMariaDb(), startMariaDb()])
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

test('a pool goes on at another node when its own is gone', async () => {
  const [first, second] = servers.map(({ url }) => new URL(url)) as [URL, URL]
  const db = openDatabase(`${first}mysql?cluster=galera&nodes=${second.host}`, { poolSize: 2 })
  const port = async () => (await db.raw('select @@port as port'))[0][0].port
  expect(isClustered(db)).toBe(true)
  await expect.poll(port).toBe(Number(first.port))
  await servers[0]?.stop()
  await expect.poll(() => port().catch(() => 0)).toBe(Number(second.port))
  await pingDatabase(db)
  await db.transaction(async (trx) => expect(isClustered(trx)).toBe(true))
  await servers[1]?.stop()
  await expect(catchUp(db)).rejects.toThrow()
  await db.destroy()
})
