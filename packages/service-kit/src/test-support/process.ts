import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { callerOf, type TestCaller } from './app.ts'

/** A real process of a service. */
export interface ServiceProcess extends TestCaller {
  child: ChildProcess
  /** Resolves when it is gone, with the signal that ended it. */
  ended: Promise<NodeJS.Signals | null>
  signal(name: NodeJS.Signals): void
  /** Waits until it stands still at an armed step. */
  stopped(): Promise<void>
  /** Makes it die or stop at a step: `kill:<failpoint>` or `stop:<failpoint>`. */
  arm(at: string): Promise<void>
  /** Ends it on the spot and waits until it is gone. */
  kill(): Promise<void>
}

/**
 * What every program that a test starts is given: where programs are, and what Node has compiled of them before,
 * which is half of what it takes to start.
 */
export const ofEveryProgram = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
})

const root = resolve(import.meta.dirname, '../../../..')
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href
const kept = new Set<string>()

/** How the kernel tells of a process that stands still. */
const STOPPED = /^\d+ \(.*\) T/

function portOf(child: ChildProcess, output: () => string): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    child.on('message', (message: { type: string; port: number }) => {
      if (message.type === 'ready') resolve(message.port)
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`ended with ${code ?? signal} before it was ready:\n${output()}`)),
    )
  })
}

/** The same program, bundled as its image has it: a tenth of what tests wait for is Node that looks for files. */
function bundleOf(file: string): string | undefined {
  const { TEST_PROGRAMS } = process.env
  if (!TEST_PROGRAMS) return undefined
  const bundle = join(TEST_PROGRAMS, relative(root, dirname(dirname(file))), 'main.js')
  return existsSync(bundle) ? bundle : undefined
}

/**
 * Starts a `main.ts` as a process of its own and waits until it listens; on a free port, unless `env` names one.
 *
 * @example const sales = await startProcess(resolve(services, 'sales/src/main.ts'), { DATABASE_URL: database.url, … })
 */
export async function startProcess(file: string, env: Record<string, string>): Promise<ServiceProcess> {
  const child = fork(bundleOf(file) ?? file, {
    // A loader of the test runner has no business in there.
    execArgv: [`--import=${PRELOAD}`],
    env: {
      ...ofEveryProgram(),
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000)
    })
  }
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const port = await portOf(child, () => output)
  if (!kept.has(file)) child.send('keep-compiled')
  kept.add(file)
  return {
    ...callerOf(`http://127.0.0.1:${port}`),
    child,
    ended,
    signal: (signal) => {
      child.kill(signal)
    },
    stopped: async () => {
      while (!STOPPED.test(await readFile(`/proc/${child.pid}/stat`, 'utf8'))) await delay(5)
    },
    arm: async (at) => {
      child.send({ type: 'arm-failpoint', at })
      await once(child, 'message')
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
