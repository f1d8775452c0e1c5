import { AsyncLocalStorage } from 'node:async_hooks'
import cluster from 'node:cluster'

/** A program's view of its process. Several programs in one process each have their own. */
export interface Runtime {
  env: Record<string, string | undefined> | undefined
  logTo: number
  send: ((message: { type: string; [more: string]: unknown }) => void) | undefined
  stopRequested(): Promise<string>
  end(): void
}

/** A supervised child leaves Ctrl-C to its parent. `replaced` arrives after another process took over its port. */
function stopRequested(): Promise<string> {
  // Otherwise a cluster worker exits silently when its supervisor ends.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.on('message', ({ type }: { type?: string }) => type === 'replaced' && resolve(type))
    process.on('SIGINT', () => process.channel ?? resolve('SIGINT'))
    process.once('disconnect', () => resolve('disconnect'))
    // The supervisor may have ended during the start.
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

export const currentProgram = (): string | undefined => running.getStore()

/** Runtime of a program: the whole process, unless `shareProcess` runs several in it. */
export const runtimeOf = (program: string): Runtime => shared.get(program) ?? wholeProcess

export interface SharedProgram extends Pick<Runtime, 'env' | 'logTo'> {
  name: string
  start: () => Promise<unknown>
}

/**
 * Runs several programs in this process, each with its own settings, log, database and address. Sends `ready` once all
 * are. On shutdown, the last program stops first, as it forwards requests to the others. A failed start ends the
 * process.
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
        // If the front program is being replaced, the others need not wait for its clients.
        if (name !== front?.name && reason !== 'replaced') await frontEnded
        return reason
      },
      end: () => ended.get(name)?.resolve(),
    })
  }
  await Promise.all(programs.map(({ name, start }) => running.run(name, start)))
  void Promise.all([...ended.values()].map(({ promise }) => promise)).then(wholeProcess.end)
}
