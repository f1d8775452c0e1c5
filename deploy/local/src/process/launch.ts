import cluster from 'node:cluster'
import { StartupError } from '@mms/service-kit/config'

export interface ProgramPlan {
  name: string
  /** Absolute path of its `main.ts`. */
  file: string
  env: NodeJS.ProcessEnv
}

export interface ChildPlan extends ProgramPlan {
  /** Those that share the process; without them it runs one program. */
  programs?: ProgramPlan[]
}

export interface Launched {
  /** Resolves when the process answers; a `StartupError` with its own words when it ends before. */
  ready: Promise<void>
  /** Resolves with how it ended. Never rejects. */
  ended: Promise<string>
  pid: number | undefined
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
  /** Another process has its port: it accepts nothing more, and ends once its last client has moved on. */
  retire(): void
}

export interface LaunchOptions {
  /** What it writes: lines of the log of the process or of a program in it, and words on standard error. */
  onOutput: (chunk: Buffer, name: string) => void
  /** Whatever it reports besides being ready. */
  onMessage: (message: { type: string }) => void
}

/** For what hangs: a machine that starts everything at once, and is busy, takes a minute. */
const READY_TIMEOUT_MS = 180_000
const REMEMBERED_WORDS = 4_000

/** After standard streams and channel: the first file descriptor of the logs of programs that share a process. */
export const FIRST_LOG = 4

/** A small young generation: an idle process keeps less, and what a request makes is short-lived anyway. */
const EXEC_ARGV = ['--max-semi-space-size=4']

/**
 * The supervisor holds the ports, and processes that listen on the same one accept from one queue: what waits there when
 * one of them closes is the other's. With a socket each (SO_REUSEPORT) it would be lost.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE

/** `cluster.fork` adds the supervisor's environment to what it is given; a process gets its own alone. */
const withoutOurs = () => Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]))

function fork({ name, file, env, programs }: ChildPlan) {
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc', ...(programs ?? []).map(() => 'pipe')] as never
  // Those that share programs run the same file: a list of processes shows the name.
  cluster.setupPrimary({ exec: file, args: programs ? [name] : [], execArgv: EXEC_ARGV, stdio })
  return cluster.fork({ ...withoutOurs(), ...env }).process
}

const howItEnded = (code: number | null, signal: string | null) =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`

/** Starts a process of the suite. It stops when its channel to the supervisor closes, so that none is left behind. */
export function launch(plan: ChildPlan, { onOutput, onMessage }: LaunchOptions): Launched {
  const { name, programs = [] } = plan
  const child = fork(plan)
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const tooLate = setTimeout(() => child.kill('SIGKILL'), READY_TIMEOUT_MS)
  let words = ''
  child.stdout?.on('data', (chunk: Buffer) => onOutput(chunk, name))
  for (const [at, program] of programs.entries())
    child.stdio[FIRST_LOG + at]?.on('data', (chunk: Buffer) => onOutput(chunk, program.name))
  if (programs.length > 0) child.send({ type: 'programs', programs })
  child.stderr?.on('data', (chunk: Buffer) => {
    onOutput(chunk, name)
    words = (words + chunk).slice(-REMEMBERED_WORDS)
  })
  child.on('message', (message: { type: string }) => {
    if (message.type !== 'ready') return onMessage(message)
    clearTimeout(tooLate)
    ready.resolve()
  })
  const end = (how: string) => {
    clearTimeout(tooLate)
    ready.reject(new StartupError(words.trim() || `${name} ${how} before it was ready.`))
    ended.resolve(how)
  }
  child.once('error', (error) => end(`could not be started (${error.message})`))
  child.once('close', (code, signal) => end(howItEnded(code, signal)))
  ready.promise.catch(() => {})
  return {
    ready: ready.promise,
    ended: ended.promise,
    pid: child.pid,
    kill: (signal) => child.kill(signal),
    retire: () => void child.send({ type: 'replaced' }, () => {}),
  }
}
