import { type AppOptions, createApp, createFeed, pingDatabase, type Route } from '@mms/service-kit'
import type { Knex } from 'knex'
import { catalogueRoutes } from './catalogue/routes.ts'
import { createCatalogueService } from './catalogue/service.ts'
import { counterRoutes } from './counter/routes.ts'
import { createCounterService } from './counter/service.ts'
import { feedRoutes } from './feed/routes.ts'
import { createSnapshot } from './feed/service.ts'
import { medicineRoutes } from './medicines/routes.ts'
import { createMedicineService } from './medicines/service.ts'
import { sampleRoutes } from './sample/routes.ts'
import { createSampleService } from './sample/service.ts'
import { createLedger } from './stock/ledger.ts'
import { stockRoutes } from './stock/routes.ts'
import { createStockService } from './stock/service.ts'
import type { StoreClock } from './store-clock.ts'

export interface InventoryOptions
  extends Pick<AppOptions, 'log' | 'metrics' | 'lifecycle' | 'verifiers' | 'checkResponses'> {
  db: Knex
  clock: StoreClock
  /** Whether sample data may be loaded. */
  sampleData: boolean
}

/** Every route of the service, and who may call it. Fixed paths stand before `/api/medicines/:id`. */
export function inventoryRoutes({ db, clock, sampleData }: InventoryOptions): Route[] {
  const feed = createFeed({ db, source: 'inventory' })
  return [
    ...catalogueRoutes(createCatalogueService({ db, clock })),
    ...counterRoutes(createCounterService({ db, clock, feed })),
    ...sampleRoutes(createSampleService({ db, clock }), sampleData),
    ...medicineRoutes(createMedicineService({ db, clock, openLedger: createLedger })),
    ...stockRoutes(createStockService({ db, clock })),
    ...feedRoutes(feed, createSnapshot({ db, feed })),
  ]
}

export function createInventoryApp(options: InventoryOptions) {
  const ready = () => pingDatabase(options.db)
  return createApp({
    name: 'inventory',
    version: '0.1.0',
    routes: inventoryRoutes(options),
    ready,
    ...options,
  })
}
