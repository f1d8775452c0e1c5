import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger, type Migration, migrate, openDatabase } from '@mms/service-kit'
import { startMariaDb, testTokens } from '@mms/service-kit/test-support'
import { root, stopPrograms } from './processes.ts'

/** Fakes identity: its keys, and an empty feed of revocations with long polling. */
function serveIdentity(jwks: object) {
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://identity')
    const send = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (pathname === '/jwks.json') send(jwks)
    else setTimeout(() => send([]), Number(searchParams.get('timeout') ?? 0)).unref()
  }).listen(0, '127.0.0.1')
}

const UNLIMITED = { WRITES_PER_SECOND: '0' }

export const createFiles = (folder: string) => ({
  async createDatabase(name: string, migrations: Migration[]) {
    const url = `sqlite:${join(folder, `${name}.sqlite`)}`
    const db = openDatabase(url)
    // For the rows written here; services flush their own.
    await db.raw('pragma synchronous = off')
    await migrate(db, migrations, { log: createLogger({ name: 'bench', level: 'warn' }) })
    return { url, db }
  },
})

/** The server flushes every commit. */
export async function createSetting() {
  const mariaDb = await startMariaDb({ durable: true })
  const admin = openDatabase(`${mariaDb.url}mysql`)
  const databases = [admin]
  const [[{ file }]] = await admin.raw('select @@pid_file as file')
  await admin.raw('set global userstat = 1')
  const urlOf = (database: string, user = database) => `${mariaDb.url.replace('root', user)}${database}`
  const folder = await mkdtemp(join(tmpdir(), 'mms-bench-'))
  const tokens = testTokens()
  const jwks = serveIdentity(tokens.jwks)
  await once(jwks, 'listening')

  return {
    databasePid: Number(await readFile(file, 'utf8')),
    folder,
    env: {
      JWKS_URL: `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/jwks.json`,
      ...tokens.serviceSettings(),
      ...UNLIMITED,
    },
    /** One file per gateway, which rereads it. */
    async listServices(urls: Record<string, string>): Promise<{ SERVICES_FILE: string }> {
      const listed: Record<string, object> = JSON.parse(
        await readFile(join(root, 'deploy/services.json'), 'utf8'),
      )
      const placed = Object.entries(listed).map(([name, service]) => [name, { ...service, url: urls[name] }])
      const file = join(folder, `${randomUUID()}.json`)
      await writeFile(file, JSON.stringify(Object.fromEntries(placed)))
      return { SERVICES_FILE: file }
    },
    headers: { authorization: `Bearer ${tokens.token()}` },
    token: () => tokens.token(),
    serviceToken: () => tokens.serviceToken(),
    urlOf,
    openFor(database: string, user: string) {
      const db = openDatabase(urlOf(database, user))
      databases.push(db)
      return db
    },
    async statements(): Promise<Record<string, number>> {
      const sent = 'select_commands + update_commands + other_commands as sent'
      const [rows] = await admin.raw(`select user, ${sent} from information_schema.user_statistics`)
      return Object.fromEntries(rows.map((row: { user: string; sent: number }) => [row.user, row.sent]))
    },
    async createDatabase(name: string, migrations: Migration[]) {
      await admin.raw(`create database ${name}`)
      // One user each, so that their statements can be counted apart.
      await admin.raw(`grant all on *.* to '${name}'@'127.0.0.1'`)
      const url = urlOf(name)
      const db = openDatabase(url)
      databases.push(db)
      await migrate(db, migrations, { log: createLogger({ name: 'bench', level: 'warn' }) })
      return { url, db }
    },
    async stop() {
      await stopPrograms()
      jwks.close()
      jwks.closeAllConnections()
      for (const db of databases) await db.destroy()
      await mariaDb.stop()
      await rm(folder, { recursive: true })
    },
  }
}
export type Setting = Awaited<ReturnType<typeof createSetting>>
