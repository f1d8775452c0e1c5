import { fork } from 'node:child_process'
import { StartupError } from '@mms/service-kit/config'

export interface ChildPlan {
  name: string
  /** Absolute path of its `main.ts`. */
  file: string
  env: NodeJS.ProcessEnv
}

export interface Launched {
  /** Resolves when the process answers; a `StartupError` with its own words when it ends before. */
  ready: Promise<void>
  /** Resolves with how it ended. Never rejects. */
  ended: Promise<string>
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
}

export interface LaunchOptions {
  /** What it writes: lines of its log, and words on standard error. */
  onOutput: (chunk: Buffer) => void
  /** Whatever it reports besides being ready. */
  onMessage: (message: { type: string }) => void
}

const READY_TIMEOUT_MS = 60_000
const REMEMBERED_WORDS = 4_000

/** A small young generation: an idle process keeps less, and what a request makes is short-lived anyway. */
const EXEC_ARGV = ['--max-semi-space-size=4']

const howItEnded = (code: number | null, signal: string | null) =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`

/** Starts a process of the suite. It stops when its channel to the supervisor closes, so that none is left behind. */
export function launch({ name, file, env }: ChildPlan, { onOutput, onMessage }: LaunchOptions): Launched {
  const child = fork(file, { env, execArgv: EXEC_ARGV, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const tooLate = setTimeout(() => child.kill('SIGKILL'), READY_TIMEOUT_MS)
  let words = ''
  child.stdout?.on('data', onOutput)
  child.stderr?.on('data', (chunk: Buffer) => {
    onOutput(chunk)
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
  return { ready: ready.promise, ended: ended.promise, kill: (signal) => child.kill(signal) }
}
