import { on } from 'node:events'
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
    try {
      for await (const [made] of on(worker, 'message', { signal, close: ['exit'] })) {
        await save(made)
        worker.postMessage('next')
      }
    } catch (error) {
      // What stopped it, not that it was stopped.
      signal.throwIfAborted()
      throw error
    } finally {
      await worker.terminate()
    }
  }
}
