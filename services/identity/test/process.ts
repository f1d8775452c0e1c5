import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { callerOf, type TestCaller } from '@mms/service-kit/test-support'

/** The administrator that it makes. */
export const ADMIN = { email: 'owner@pharmacy.test', password: 'a long enough password' }

export interface IdentityProcess extends TestCaller {
  child: ChildProcess
  /** Makes it die or stop at a step: `kill:<failpoint>` or `stop:<failpoint>`. */
  arm(at: string): Promise<void>
}

/** The real service in a process of its own, on `databaseUrl`, with its key in `folder`. */
export async function startProcess(
  databaseUrl: string,
  folder: string,
  env: Record<string, string> = {},
): Promise<IdentityProcess> {
  const child = fork(join(import.meta.dirname, '../src/main.ts'), {
    execArgv: [],
    env: {
      PORT: '0',
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrl,
      SIGNING_KEY_FILE: join(folder, 'signing.pem'),
      SIGNING_KEY_CREATE: 'true',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const gone = once(child, 'exit').then(() => Promise.reject(new Error('identity did not start')))
  gone.catch(() => {})
  let port: number | undefined
  while (port === undefined) {
    const [message] = (await Promise.race([once(child, 'message'), gone])) as [
      { type: string; port?: number },
    ]
    if (message.type === 'ready') port = message.port
  }
  return {
    ...callerOf(`http://127.0.0.1:${port}`),
    child,
    arm: async (at) => {
      child.send({ type: 'arm-failpoint', at })
      await once(child, 'message')
    },
  }
}
