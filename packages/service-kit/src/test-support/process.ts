import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { callerOf } from './app.ts'

/** Environment of every started program. The compile cache halves the start time. */
export const ofEveryProgram = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
})

const root = resolve(import.meta.dirname, '../../../..')
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href
const kept = new Set<string>()

/** State T (stopped) in `/proc/<pid>/stat`. */
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

/** Bundled as in the image: module lookup takes a tenth of the test time. */
function bundleOf(file: string): string | undefined {
  const { TEST_PROGRAMS } = process.env
  if (!TEST_PROGRAMS) return undefined
  const bundle = join(TEST_PROGRAMS, relative(root, dirname(dirname(file))), 'main.js')
  return existsSync(bundle) ? bundle : undefined
}

/** Starts a `main.ts` as its own process and waits until it listens. */
export async function startProcess(file: string, env: Record<string, string>) {
  const child = fork(bundleOf(file) ?? file, {
    // The test runner's loader must not reach the program.
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
    signal(name: NodeJS.Signals): void {
      child.kill(name)
    },
    async stopped(): Promise<void> {
      while (!STOPPED.test(await readFile(`/proc/${child.pid}/stat`, 'utf8'))) await delay(5)
    },
    /** Kills or suspends it at a step: `kill:<failpoint>` or `stop:<failpoint>`. */
    async arm(at: string): Promise<void> {
      child.send({ type: 'arm-failpoint', at })
      await once(child, 'message')
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
  }
}
export type ServiceProcess = Awaited<ReturnType<typeof startProcess>>
