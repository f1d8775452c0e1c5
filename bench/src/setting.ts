import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger, type Migration, migrate, openDatabase } from '@mms/service-kit'
import { startMariaDb, testTokens } from '@mms/service-kit/test-support'
import { stopPrograms } from './processes.ts'

/** A MySQL-protocol server that flushes every commit, and the keys of a stand-in for identity. */
export async function createSetting() {
  const mariaDb = await startMariaDb({ durable: true })
  const admin = openDatabase(`${mariaDb.url}mysql`)
  const databases = [admin]
  const [[{ file }]] = await admin.raw('select @@pid_file as file')
  const tokens = testTokens()
  const jwks = createServer((request, response) => {
    // Nothing has ended: as an identity that does not tell.
    if (request.url !== '/jwks.json') response.statusCode = 404
    response.end(JSON.stringify(tokens.jwks))
  }).listen(0, '127.0.0.1')
  await once(jwks, 'listening')

  return {
    databasePid: Number(await readFile(file, 'utf8')),
    env: {
      JWKS_URL: `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/jwks.json`,
      SERVICE_KEY: tokens.serviceKey,
    },
    headers: { authorization: `Bearer ${tokens.token()}` },
    /** Lives for a minute. */
    serviceToken: () => tokens.serviceToken(),
    async createDatabase(name: string, migrations: Migration[]) {
      await admin.raw(`create database ${name}`)
      const url = `${mariaDb.url}${name}`
      const db = openDatabase(url)
      databases.push(db)
      await migrate(db, migrations, { log: createLogger({ name: 'bench', level: 'warn' }) })
      return { url, db }
    },
    /** Ends the programs, then what they used. */
    async stop() {
      await stopPrograms()
      jwks.close()
      jwks.closeAllConnections()
      for (const db of databases) await db.destroy()
      await mariaDb.stop()
    },
  }
}
export type Setting = Awaited<ReturnType<typeof createSetting>>
