import cluster from 'node:cluster'
import { StartupError } from '@mms/service-kit/config'

export interface ProgramPlan {
  name: string
  file: string
  env: NodeJS.ProcessEnv
}

export interface ChildPlan extends ProgramPlan {
  programs?: ProgramPlan[]
}

export interface LaunchedProcess {
  /** Resolves when ready. Rejects with a `StartupError` and the process's message if it ends first. */
  ready: Promise<void>
  ended: Promise<string>
  pid: number | undefined
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
  /** Accepts no more connections, because another process has its port. Ends after its last client. */
  retire(): void
}

export interface LaunchOptions {
  readyMs?: number | undefined
  onOutput: (chunk: Buffer, name: string) => void
  onMessage: (message: { type: string }) => void
}

/** A process that is not ready after this time is killed. Each message of a running migration restarts the time. */
const READY_TIMEOUT_MS = 180_000
const REMEMBERED_WORDS = 4_000

/** First descriptor for the logs of programs in a shared process. The lower ones are standard streams and channel. */
export const FIRST_LOG_DESCRIPTOR = 4

/** A small young generation saves memory when idle. Data of requests is short-lived anyway. */
const EXEC_ARGV = ['--max-semi-space-size=4']

/**
 * The supervisor holds the ports, so that processes on a port share one queue of connections. If each had its own
 * socket (SO_REUSEPORT), connections waiting at one that closes would be lost.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE

/** Removes the supervisor's environment, which `cluster.fork` would add. */
const withoutOurs = () => Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]))

function fork({ name, file, env, programs }: ChildPlan) {
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc', ...(programs ?? []).map(() => 'pipe')] as never
  // Passes the name only for process lists, because shared processes all run the same file.
  cluster.setupPrimary({ exec: file, args: programs ? [name] : [], execArgv: EXEC_ARGV, stdio })
  return cluster.fork({ ...withoutOurs(), ...env }).process
}

const howItEnded = (code: number | null, signal: string | null) =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`

/** Starts a process that ends when its channel to the supervisor closes, so that none is left behind. */
export function launch(plan: ChildPlan, options: LaunchOptions): LaunchedProcess {
  const { onOutput, onMessage, readyMs = READY_TIMEOUT_MS } = options
  const { name, programs = [] } = plan
  const child = fork(plan)
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const tooLate = setTimeout(() => child.kill('SIGKILL'), readyMs)
  let words = ''
  child.stdout?.on('data', (chunk: Buffer) => onOutput(chunk, name))
  for (const [at, program] of programs.entries())
    child.stdio[FIRST_LOG_DESCRIPTOR + at]?.on('data', (chunk: Buffer) => onOutput(chunk, program.name))
  if (programs.length > 0) child.send({ type: 'programs', programs })
  child.stderr?.on('data', (chunk: Buffer) => {
    onOutput(chunk, name)
    words = (words + chunk).slice(-REMEMBERED_WORDS)
  })
  child.on('message', (message: { type: string }) => {
    if (message.type === 'migrating') tooLate.refresh()
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
