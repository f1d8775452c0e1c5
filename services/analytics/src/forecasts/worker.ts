import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ForecastOrder, MadeForecast } from './make.ts'
import type { ThreadData } from './thread.ts'
export type RunForecasts = (
  order: ForecastOrder,
  save: (made: MadeForecast[]) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>

/** Runs `makeForecasts` in a thread with a database connection of its own. Rejects if the thread or `save` fails. */
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
      // Throws the reason of an abort instead of the resulting error.
      signal.throwIfAborted()
      throw error
    } finally {
      await worker.terminate()
    }
  }
}
