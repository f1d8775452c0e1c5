import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { MadeForecast } from './make.ts'
import type { ForecastOrder } from './make-all.ts'
import type { ThreadData } from './thread.ts'

/** Makes forecasts beside requests: each part is handed to `save` before the next is made. */
export type RunForecasts = (
  order: ForecastOrder,
  save: (made: MadeForecast[]) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>

/** Runs `makeForecasts` in a thread with a connection of its own. Rejects with what went wrong there or in `save`. */
export function createForecastWorker(databaseUrl: string): RunForecasts {
  return async (order, save, signal) => {
    signal.throwIfAborted()
    const workerData: ThreadData = { databaseUrl, order }
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData, execArgv: [] })
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    const failed = new Promise<never>((_, reject) => {
      worker.once('error', reject)
      either.addEventListener('abort', () => reject(either.reason), { once: true })
    })
    const exited = once(worker, 'exit').then(() => 'exited' as const)
    failed.catch(() => {})
    exited.catch(() => {})
    try {
      for (;;) {
        const message = once(worker, 'message', { signal: stop.signal }).then(
          ([made]) => made as MadeForecast[],
        )
        message.catch(() => {})
        const made = await Promise.race([message, exited, failed])
        if (made === 'exited') return
        await Promise.race([save(made), failed])
        worker.postMessage('next')
      }
    } finally {
      stop.abort()
      await worker.terminate()
    }
  }
}
