import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@mms/service-kit/ports'

/** What a process is made from. */
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
  /** Where it listens; a free one when left out. */
  port?: number
  /** Called when it ends although nobody killed it. */
  onDeath: (sentence: string) => void
}

const START_ATTEMPTS = 20
/** Who is not up by then waits for what never comes, and is started anew. */
const START_LIMIT_MS = 60_000
const POLL_MS = 5
/**
 * Stops and continues from a shell of its own: should this runner be killed, nobody stays standing still.
 * It goes on only once the runner, which may be slow, has seen it stand still and closed the shell's input.
 */
const pauseScript = 'kill -STOP "$1"; sleep "$2"; read -r seen; kill -CONT "$1"'

async function stateOf(pid: number): Promise<string | undefined> {
  return /^\d+ \(.*\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8'))?.[1]
}

/** A real process of a service that can be killed, paused and started again at the same address. */
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
    /** Starts it; again and again while it cannot, for its database may be coming up. */
    async start(): Promise<void> {
      for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
        if (isClosed) throw new Error(`${name} is not wanted any more`)
        if (await tryStart()) return
        await delay(100)
      }
      throw new Error(`${name} does not start; see ${logFile}`)
    },
    /** What it runs, or will when it is started. */
    get release() {
      return release
    },
    /** The release to run from the next start on. */
    use(next: Release): void {
      release = next
    },
    /** Ends it on the spot; returns when the process is gone. */
    async kill(): Promise<void> {
      const how = await end('SIGKILL')
      if (how !== 'SIGKILL') throw new Error(`${name} ended by ${how}, not by the kill`)
    },
    /** Ends it for good, also while it is being started. */
    async close(): Promise<void> {
      isClosed = true
      await end('SIGKILL')
    },
    /** Asks it to end, as a deployment does; returns when the process is gone. */
    async stop(): Promise<void> {
      const how = await end('SIGTERM')
      if (how !== 0) onDeath(`${name} was asked to end and did so with ${how}; see ${logFile}`)
    },
    /** Makes it stand still for `ms`, and sees that it did. */
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
