import { join } from 'node:path'
import { startProcess as start } from '@mms/service-kit/test-support'

/** The administrator that it makes. */
export const ADMIN = { email: 'owner@pharmacy.test', password: 'a long enough password' }

/** The real service in a process of its own, on `databaseUrl`, with its key in `folder`. */
export const startProcess = (databaseUrl: string, folder: string, env: Record<string, string> = {}) =>
  start(join(import.meta.dirname, '../src/main.ts'), {
    DATABASE_URL: databaseUrl,
    SIGNING_KEY_FILE: join(folder, 'signing.pem'),
    SIGNING_KEY_CREATE: 'true',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  })
