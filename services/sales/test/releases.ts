import { createHash } from 'node:crypto'
import { createTransactionSchema, stockCommandSchema } from '@mms/contracts'
import { createApp, createLifecycle, createMetrics } from '@mms/service-kit'
import { startApp } from '@mms/service-kit/test-support'
import { z } from 'zod'
import { historyRoutes } from '../src/history/routes.ts'
import { createHistory } from '../src/history/service.ts'
import { createInventoryClient } from '../src/inventory/client.ts'
import { createMedicineLookup } from '../src/medicines/lookup.ts'
import { createSettlement } from '../src/outcomes/settlement.ts'
import { recordingRoutes } from '../src/recording/routes.ts'
import { createTransactionService } from '../src/recording/service.ts'
import { log, type Store } from './support.ts'

const timeZone = 'Asia/Kolkata'
const leaseMs = 12_000

/** The next release: a sale may name its batch, and has one by default. */
const tomorrowsBody = createTransactionSchema.safeExtend({ batch: z.string().default('none') })

/** A replica of the next release of sales on the same database, beside the one of `store`. */
export async function startTomorrow(store: Store, inventoryUrl = store.inventory.url) {
  const { db } = store.database
  const inventory = createInventoryClient({
    url: inventoryUrl,
    serviceKey: store.tokens.serviceKey,
    timeoutMs: 10_000,
  })
  const settlement = createSettlement({ db, inventory, timeZone, log })
  const findMedicine = createMedicineLookup(db, log)
  const transactions = createTransactionService({ db, settlement, log, leaseMs })
  const routes = [
    ...historyRoutes({ db, history: createHistory({ db, timeZone }), findMedicine }),
    ...recordingRoutes({ transactions, findMedicine }),
  ]
  const client = await startApp(
    createApp({
      name: 'sales',
      version: '0.2.0',
      routes: routes.map((route) =>
        route.body === createTransactionSchema ? { ...route, body: tomorrowsBody } : route,
      ),
      verifiers: store.tokens.verifiers,
      log,
      metrics: createMetrics('sales'),
      lifecycle: createLifecycle(),
      checkResponses: true,
    }),
  )
  const close = async () => {
    await client.close()
    await inventory.close()
  }
  return { ...client, close }
}

/** What release 0.1 stored of a request and compared with: its digest of the body as its schema made it. */
export const yesterdaysDigest = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(['/api/transactions', createTransactionSchema.parse(body)]))
    .digest('base64url')

/** What release 0.1 of inventory stored of a command and compared with. */
export const yesterdaysRequest = (command: unknown): string =>
  JSON.stringify(stockCommandSchema.parse(command))
