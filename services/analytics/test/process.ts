import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { callerOf, type TestCaller } from '@mms/service-kit/test-support'

/** A real process of another service. */
export interface ServiceProcess extends TestCaller {
  /** Ends it on the spot and waits until it is gone. */
  kill(): Promise<void>
}

const services = resolve(import.meta.dirname, '../..')

async function portOf(child: ChildProcess, output: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: { type: string; port: number }) => {
      if (message.type === 'ready') resolve(message.port)
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`ended with ${code ?? signal} before it was ready:\n${output()}`)),
    )
  })
}

/** Starts the service's own `main.ts`; on a free port, unless `env` names one. */
export async function startService(name: string, env: Record<string, string>): Promise<ServiceProcess> {
  const child = fork(resolve(services, name, 'src/main.ts'), {
    // A loader of the test runner has no business in there.
    execArgv: [],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000)
    })
  }
  const ended = once(child, 'exit')
  const port = await portOf(child, () => output)
  return {
    ...callerOf(`http://127.0.0.1:${port}`),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
