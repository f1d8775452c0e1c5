import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@mms/service-kit/ports'

export interface Release {
  name: 'today' | 'yesterday'
  file: string
  env: Record<string, string>
  execArgv: string[]
}

export interface ProgramOptions {
  name: string
  release: Release
  logFile: string
  /** Default: a free port. */
  port?: number
  onDeath: (sentence: string) => void
}

const START_ATTEMPTS = 20
/** A process that is not ready in time is started again. */
const START_LIMIT_MS = 60_000
const POLL_MS = 5
/**
 * A shell stops and continues the process, so that a killed runner leaves none stopped. It waits until the
 * runner has seen the stop.
 */
const pauseScript = 'kill -STOP "$1"; sleep "$2"; read -r seen; kill -CONT "$1"'

async function stateOf(pid: number): Promise<string | undefined> {
  return /^\d+ \(.*\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8'))?.[1]
}

/** A service process that can be killed, paused and restarted at the same address. */
export function createProgram({ name, logFile, onDeath, ...options }: ProgramOptions) {
  const log = openSync(logFile, 'a')
  const stopped = new WeakSet<ChildProcess>()
  let release = options.release
  let child: ChildProcess | undefined
  let isClosed = false
  let port = options.port ?? 0

  function running(): { process: ChildProcess; pid: number } {
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${name} is down`)
    return { process: child, pid: child.pid }
  }

  async function tryStart(): Promise<boolean> {
    port ||= await findFreePort()
    const next = fork(release.file, {
      execArgv: release.execArgv,
      env: {
        ...{ PATH: process.env.PATH, MMS_TEST_RUN: process.env.MMS_TEST_RUN, PORT: String(port) },
        ...release.env,
      },
      stdio: ['ignore', log, log, 'ipc'],
    })
    child = next
    const ended = once(next, 'exit')
    const isUp = await Promise.race([
      once(next, 'message').then(() => true),
      ended.then(() => false),
      delay(START_LIMIT_MS, false, { ref: false }),
    ])
    if (!isUp) {
      next.kill('SIGKILL')
      return false
    }
    void ended.then(([code, signal]) => {
      if (!stopped.has(next)) onDeath(`${name} ended by itself with ${signal ?? code}; see ${logFile}`)
    })
    const command = await readFile(`/proc/${next.pid}/cmdline`, 'utf8')
    if (!command.includes(release.file)) throw new Error(`${name} is not ${release.file} but ${command}`)
    return true
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<unknown> {
    const { process, pid } = running()
    stopped.add(process)
    const gone = once(process, 'exit')
    process.kill(signal)
    const [code, endedBy] = await gone
    if (existsSync(`/proc/${pid}`)) throw new Error(`${name} was ended and is still there`)
    return endedBy ?? code
  }

  return {
    name,
    get url() {
      return `http://127.0.0.1:${port}`
    },
    /** Retries, because the database may still be starting. */
    async start(): Promise<void> {
      for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
        if (isClosed) throw new Error(`${name} is not wanted any more`)
        if (await tryStart()) return
        await delay(100)
      }
      throw new Error(`${name} does not start; see ${logFile}`)
    },
    get release() {
      return release
    },
    use(next: Release): void {
      release = next
    },
    /** Kills it; resolves when the process is gone. */
    async kill(): Promise<void> {
      const how = await end('SIGKILL')
      if (how !== 'SIGKILL') throw new Error(`${name} ended by ${how}, not by the kill`)
    },
    /** Ends it for good, also during a start. */
    async close(): Promise<void> {
      isClosed = true
      await end('SIGKILL')
    },
    /** Stops it as a deployment does; resolves when it is gone. */
    async stop(): Promise<void> {
      const how = await end('SIGTERM')
      if (how !== 0) onDeath(`${name} was asked to end and did so with ${how}; see ${logFile}`)
    },
    /** Pauses it for `ms` and verifies that. */
    async pause(ms: number): Promise<void> {
      const { pid } = running()
      const args = ['-c', pauseScript, 'sh', String(pid), String(ms / 1000)]
      const shell = spawn('sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
      const over = once(shell, 'exit')
      let stoodStill = false
      let ended = false
      void over.then(() => {
        ended = true
      })
      while (!stoodStill && !ended) {
        stoodStill = (await stateOf(pid)) === 'T'
        await delay(POLL_MS)
      }
      shell.stdin.end()
      await over
      if (!stoodStill) throw new Error(`${name} was not seen standing still`)
      while ((await stateOf(pid)) === 'T') await delay(POLL_MS)
    },
  }
}
export type Program = ReturnType<typeof createProgram>
