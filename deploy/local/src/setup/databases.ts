import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import { mysqlServer } from '@mms/service-kit/mysql-address'
import type { Connection } from 'mysql2/promise'

const CONNECT_TIMEOUT_MS = 5_000

export function embeddedDatabasePath(folder: string, service: string): string {
  return `sqlite:${join(folder, `${service}.sqlite`)}`
}

export function databaseUrl(server: string, service: string): string {
  const url = new URL(server)
  const prefix = url.pathname.replaceAll('/', '')
  url.pathname = prefix ? `/${prefix}_${service}` : `/${service}`
  return url.href
}

function sentenceOf(url: URL, error: NodeJS.ErrnoException): string {
  const where = `The database server at ${url.host}`
  if (error.code === 'ER_ACCESS_DENIED_ERROR')
    return `${where} refuses the user ${url.username} or its password.`
  if (error.code === 'HANDSHAKE_NO_SSL_SUPPORT') return `${where} offers no TLS.`
  if (/certificate has expired/i.test(error.message)) return `${where} has a certificate that has expired.`
  if (error.code === 'HANDSHAKE_SSL_ERROR')
    return `${where} has a certificate that ssl-ca does not vouch for.`
  if (error.code?.startsWith('ER_')) return `${where} does not let ${url.username} in: ${error.message}.`
  return `${where} cannot be reached (${error.code ?? error.message}).`
}

async function ensureDatabase(connection: Connection, name: string): Promise<void> {
  const [rows] = await connection.query('select 1 from information_schema.schemata where schema_name = ?', [
    name,
  ])
  // A user who may not create databases can still use an existing one.
  if ((rows as unknown[]).length > 0) return
  await connection.query('create database if not exists ?? character set utf8mb4', [name])
}

async function withServer<T>(url: URL, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { createConnection } = await import('mysql2/promise')
  try {
    const connection = await createConnection({
      ...mysqlServer(url),
      connectTimeout: CONNECT_TIMEOUT_MS,
    })
    return await work(connection)
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    throw new StartupError(sentenceOf(url, cause as NodeJS.ErrnoException), { cause })
  }
}

export async function ensureDatabases(urls: string[]): Promise<void> {
  const [first] = urls
  if (!first) return
  await withServer(new URL(first), async (connection) => {
    for (const each of urls) await ensureDatabase(connection, new URL(each).pathname.slice(1))
    await connection.end()
  })
}

/** Seconds of silence after which the server ends the session of a machine that lost power. */
const SILENT_S = 60

const holdDatabases = (url: URL): Promise<Connection> =>
  withServer(url, async (connection) => {
    // Ignored, because an unhandled error would end the suite. The next ping reports the loss.
    connection.on('error', () => {})
    await connection.query('set session wait_timeout = ?', [SILENT_S])
    const [rows] = await connection.query('select get_lock(?, 0) as taken', [`suite ${url.pathname}`])
    if ((rows as { taken: number }[])[0]?.taken === 1) return connection
    await connection.end()
    throw new StartupError(
      `The databases on ${url.host} are in use by another suite: stop that one first, or give this one its own, DATABASE_URL=mysql://…/prefix. Of a suite that lost its power they are free after a minute.`,
    )
  })

/** Locks the databases for this suite. Locks again after a lost connection, and reports if another suite was faster. */
export async function lockDatabases(
  server: string,
  print: (line: string) => void,
): Promise<{ release(): Promise<void> }> {
  const url = new URL(server)
  let connection = await holdDatabases(url)
  const ping = async () => {
    try {
      await connection.query('do 1')
    } catch {
      connection.destroy()
      connection = await holdDatabases(url)
    }
  }
  const pinging = setInterval(() => void ping().catch((error: Error) => print(error.message)), SILENT_S * 300)
  return {
    async release() {
      clearInterval(pinging)
      await connection.end().catch(() => {})
    },
  }
}
