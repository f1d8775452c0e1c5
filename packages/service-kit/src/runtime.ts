import { AsyncLocalStorage } from 'node:async_hooks'
import cluster from 'node:cluster'

/** What a program has of the process that it runs in. Where several run in one, each has its own. */
export interface Runtime {
  /** Where its settings are read; undefined: the environment of the process. */
  env: Record<string, string | undefined> | undefined
  /** The file descriptor that its log is written to. */
  logTo: number
  /** To the supervisor; undefined where there is none. A message that does not arrive is no failure. */
  send: ((message: { type: string; [more: string]: unknown }) => void) | undefined
  /** Resolves with the reason when the program is asked to stop. */
  stopRequested(): Promise<string>
  /** The program has stopped, and all that it wrote is out. */
  end(): void
}

/**
 * A supervised child leaves Ctrl-C to its parent, which sends `replaced` once another process listens on the same port.
 */
function stopRequested(): Promise<string> {
  // Or a worker of a cluster would exit without a word when its supervisor is gone.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.on('message', ({ type }: { type?: string }) => type === 'replaced' && resolve(type))
    process.on('SIGINT', () => process.channel ?? resolve('SIGINT'))
    process.once('disconnect', () => resolve('disconnect'))
    // It may have gone while we were starting.
    if (process.send && !process.connected) resolve('disconnect')
  })
}

const wholeProcess: Runtime = {
  env: undefined,
  logTo: 1,
  send: process.send && ((message) => void process.send?.(message, () => {})),
  stopRequested,
  end: () => process.exit(0),
}

const shared = new Map<string, Runtime>()
const running = new AsyncLocalStorage<string>()

/** The program that what runs now belongs to, where several share the process. */
export const currentProgram = (): string | undefined => running.getStore()

/** The process as the program of that name has it: whole, unless `shareProcess` shares it out. */
export const runtimeOf = (program: string): Runtime => shared.get(program) ?? wholeProcess

/** A program of several in one process. */
export interface SharedProgram extends Pick<Runtime, 'env' | 'logTo'> {
  name: string
  /** Imports its `main.ts`, as a process of its own would. */
  start: () => Promise<unknown>
}

/**
 * Runs several programs in this process: each with settings, log and database of its own, at its own address. The
 * supervisor gets `ready` when all are. When the process is asked to stop, the last one ends first, since it stands in
 * front; the process ends with them, and at once where one cannot start.
 *
 * @example await shareProcess([{ name: 'sales', env, logTo: 4, start: () => import('…/services/sales/src/main.ts') }])
 */
export async function shareProcess(programs: SharedProgram[]): Promise<void> {
  const waiting = new Set(programs.map(({ name }) => name))
  const ended = new Map(programs.map(({ name }) => [name, Promise.withResolvers<void>()]))
  const requested = wholeProcess.stopRequested()
  const front = programs.at(-1)
  const frontEnded = front && ended.get(front.name)?.promise
  for (const { name, env, logTo } of programs) {
    shared.set(name, {
      env,
      logTo,
      send:
        wholeProcess.send &&
        ((message) => {
          if (message.type !== 'ready') return wholeProcess.send?.(message)
          waiting.delete(name)
          if (waiting.size === 0) wholeProcess.send?.({ type: 'ready' })
        }),
      async stopRequested() {
        const reason = await requested
        // One that is replaced goes on until its clients have moved on by themselves.
        if (name !== front?.name && reason !== 'replaced') await frontEnded
        return reason
      },
      end: () => ended.get(name)?.resolve(),
    })
  }
  await Promise.all(programs.map(({ name, start }) => running.run(name, start)))
  void Promise.all([...ended.values()].map(({ promise }) => promise)).then(wholeProcess.end)
}
