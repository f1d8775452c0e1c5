import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { expect, inject, onTestFinished, test } from 'vitest'
import { isDatabaseUnavailable } from './errors.ts'
import { openDatabase } from './open.ts'

/** A way to the database server on which connections can die without a word to either side. */
async function startWay() {
  const { hostname, port } = new URL(inject('mariaDbUrl'))
  const sockets = new Set<Socket>()
  let dead = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => dead.has(from) || to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => dead.has(from) || to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    url: `mysql://root@127.0.0.1:${(server.address() as AddressInfo).port}/mysql`,
    /** All connections that there are die; new ones work. */
    die: () => {
      dead = new Set(sockets)
    },
  }
}

function open(url: string, statementTimeoutMs = 5_000): Knex {
  const db = openDatabase(url, { statementTimeoutMs })
  onTestFinished(() => db.destroy())
  return db
}

const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

test('a statement on a connection that died unnoticed fails, and those after it have a new one', async () => {
  const way = await startWay()
  const db = open(way.url)
  const several = () => Promise.all([1, 2, 3].map(() => db.raw('select 1 from (select sleep(0.01)) as s')))
  await several()
  way.die()
  expect(isDatabaseUnavailable(await failureOf(db.raw('select 1')))).toBe(true)
  await several()
})

test('so does a transaction, for that reason', async () => {
  const way = await startWay()
  const db = open(way.url)
  const failure = await failureOf(
    db.transaction(async (trx) => {
      await trx.raw('select 1')
      way.die()
      await trx.raw('select 2')
    }),
  )
  expect(failure).toMatchObject({ code: 'ETIMEDOUT' })
  expect(isDatabaseUnavailable(failure)).toBe(true)
})

test('a statement on an embedded file that another process holds fails, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mms-limit-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [db, other] = [1, 2].map(() => open(`sqlite:${folder}/a.sqlite`, 600)) as [Knex, Knex]
  await other.raw('create table items (id integer)')
  const failure = await other.transaction(async (trx) => {
    await trx('items').insert({ id: 1 })
    return failureOf(db('items').insert({ id: 2 }))
  })
  expect(isDatabaseUnavailable(failure)).toBe(true)
})
