import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '@mms/service-kit'
import { type ForecastOrder, makeForecasts } from './make.ts'

/** Makes forecasts in a thread, so that no request waits. Waits until the service has saved each part. */

export interface ThreadData {
  databaseUrl: string
  order: ForecastOrder
}

const port = parentPort
if (!port) throw new Error('This file is a worker thread of the analytics service')
const { databaseUrl, order } = workerData as ThreadData
const db = openDatabase(databaseUrl, { poolSize: 1 })

for await (const made of makeForecasts(db, order)) {
  const saved = once(port, 'message')
  port.postMessage(made)
  await saved
}
await db.destroy()
port.close()
