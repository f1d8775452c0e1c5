import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@mms/service-kit'
import { startMariaDb } from '@mms/service-kit/test-support'

export type DatabaseKind = 'sqlite' | 'mariadb'

/** Where the databases of a run lie. */
export interface DatabaseServer {
  kind: DatabaseKind
  /** Makes an empty database; answers its address. */
  create(name: string): Promise<string>
  /** Kills the server and starts it again on the same files, and sees that it happened; not with files. */
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

export function openDatabaseServer(kind: DatabaseKind): Promise<DatabaseServer> {
  return kind === 'sqlite' ? openFiles() : openMariaDb()
}
