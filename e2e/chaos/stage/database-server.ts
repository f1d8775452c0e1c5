import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@mms/service-kit'
import { type Galera, startGalera, startMariaDb } from '@mms/service-kit/test-support'

const kinds = ['sqlite', 'mariadb', 'cluster'] as const
export type DatabaseKind = (typeof kinds)[number]
export const isDatabaseKind = (name: string): name is DatabaseKind => kinds.includes(name as DatabaseKind)

export interface DatabaseServer {
  kind: DatabaseKind
  create(name: string): Promise<string>
  /** The database for this replica, which prefers another node than the previous one. */
  forReplica?: (address: string, replica: number) => string
  /** Cluster nodes, which can fail one by one. */
  galera?: Galera
  /** Kills and restarts the server on the same files; embedded databases have none. */
  crash?: () => Promise<void>
  close(): Promise<void>
}

async function openFiles(): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mms-chaos-'))
  return {
    kind: 'sqlite',
    create: async (name) => `sqlite:${join(folder, `${name}-${randomBytes(4).toString('hex')}.sqlite`)}`,
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function runStatement(url: string, sql: string) {
  const db = openDatabase(url, { poolSize: 1 })
  try {
    const [rows] = await db.raw(sql)
    return rows
  } finally {
    await db.destroy()
  }
}

async function openMariaDb(): Promise<DatabaseServer> {
  const server = await startMariaDb({ durable: true })
  const admin = `${server.url}mysql`
  const uptime = async () => Number((await runStatement(admin, "show status like 'Uptime'"))[0].Value)
  return {
    kind: 'mariadb',
    async create(name) {
      const unique = `${name}_${randomBytes(4).toString('hex')}`
      await runStatement(admin, `create database ${unique}`)
      return `${server.url}${unique}`
    },
    async crash() {
      const startedAt = Date.now()
      const { killedPid } = await server.crash()
      if (existsSync(`/proc/${killedPid}`))
        throw new Error('The database server was killed and is still there')
      const up = await uptime()
      // Uptime is in whole seconds.
      if (up > (Date.now() - startedAt) / 1000 + 1) throw new Error(`The database server is up for ${up} s`)
    },
    close: () => server.stop(),
  }
}

async function openCluster(): Promise<DatabaseServer> {
  const galera = await startGalera()
  return {
    kind: 'cluster',
    galera,
    async create(name) {
      const unique = `${name}_${randomBytes(4).toString('hex')}`
      await galera.nodes[0]?.statement(`create database ${unique}`)
      return galera.url(unique)
    },
    forReplica: (address, replica) =>
      galera.url(new URL(address).pathname.slice(1), replica % galera.nodes.length),
    close: () => galera.stop(),
  }
}

const openers = { sqlite: openFiles, mariadb: openMariaDb, cluster: openCluster }

export const openDatabaseServer = (kind: DatabaseKind): Promise<DatabaseServer> => openers[kind]()
