import { join } from 'node:path'
import {
  identityKeys,
  type OpenTestDatabase,
  type ServiceProcess,
  startProcess,
  type TestDatabase,
} from '@mms/service-kit/test-support'
import { afterEach, beforeEach } from 'vitest'

/** The administrator that the first process creates. */
export const ADMIN = { email: 'owner@pharmacy.test', password: 'a long enough password' }

/** Long, because each test starts processes and the machine may be busy. */
export const SLOW = { timeout: 120_000 }

/** Real processes of the service with one database and the same keys. Each test has its own and ends them. */
export function identityProcesses({ open }: Pick<TestDatabase, 'open'>) {
  let database: OpenTestDatabase
  const keys = identityKeys()
  const started: ServiceProcess[] = []

  beforeEach(async () => {
    database = await open()
  })
  afterEach(async () => {
    for (const { child } of started.splice(0)) child.kill('SIGKILL')
    await database.close()
  })

  return {
    db: () => database.db,
    async start(env: Record<string, string> = {}): Promise<ServiceProcess> {
      const identity = await startProcess(join(import.meta.dirname, '../src/main.ts'), {
        DATABASE_URL: database.url,
        ...keys,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...env,
      })
      started.push(identity)
      return identity
    },
  }
}
