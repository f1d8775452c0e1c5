import { StartupError } from './config.ts'

/** `kill:` ends the process on the spot; `stop:` makes it stand still until SIGCONT. */
const SETTING = /^(kill|stop):([\w.]+)$/
const signals = { kill: 'SIGKILL', stop: 'SIGSTOP' } as const

let armed: { name: string; signal: NodeJS.Signals } | undefined

/**
 * Arms one failpoint of this process, for tests of what survives a crash between two steps.
 * `FAILPOINT` is `kill:<name>` or `stop:<name>`. Throws a `StartupError` outside of tests.
 *
 * @example armFailpoint({ NODE_ENV: 'test', FAILPOINT: 'kill:sales.pending.committed' })
 */
export function armFailpoint(settings: { NODE_ENV: string; FAILPOINT?: string | undefined }): void {
  const { NODE_ENV, FAILPOINT } = settings
  if (FAILPOINT === undefined) return
  const [, action, name] = SETTING.exec(FAILPOINT) ?? []
  if (NODE_ENV !== 'test' || !action || !name) {
    throw new StartupError('FAILPOINT is for tests only: kill:<name> or stop:<name>, with NODE_ENV=test.')
  }
  armed = { name, signal: signals[action as keyof typeof signals] }
}

/** Marks a step at which a test can stop or kill the process, once. Does nothing unless armed. */
export function failpoint(name: string): void {
  if (armed?.name !== name) return
  const { signal } = armed
  armed = undefined
  process.kill(process.pid, signal)
}
