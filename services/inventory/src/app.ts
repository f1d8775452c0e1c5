import { auditJob, auditRoute, createFeed, defineService, rehearsalRoute } from '@mms/service-kit'
import packageJson from '../package.json' with { type: 'json' }
import { createCounterService } from './catalogue/counter-service.ts'
import { createMedicineCopy } from './catalogue/medicine-copy.ts'
import { catalogueRoutes, counterRoutes } from './catalogue/routes.ts'
import { createCatalogueService } from './catalogue/service.ts'
import { settings } from './config.ts'
import { feedRoutes } from './feed/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { createHistoryService } from './history/service.ts'
import { importRoutes } from './imports/routes.ts'
import { createImportService } from './imports/service.ts'
import { forgetOldKeys } from './medicines/key-store.ts'
import { medicineRoutes } from './medicines/routes.ts'
import { createMedicineService } from './medicines/service.ts'
import { listMedicineNames } from './medicines/store.ts'
import { migrations } from './migrations/list.ts'
import { sampleRoutes } from './sample/routes.ts'
import { createSampleService } from './sample/service.ts'
import { batchQueueRoutes, batchRecallRoutes, batchRoutes } from './stock/batch-routes.ts'
import { createBatchService } from './stock/batch-service.ts'
import { createBatchQueueService } from './stock/expiry-queue-service.ts'
import { createLedger } from './stock/ledger.ts'
import { createBatchRecallService } from './stock/recall-service.ts'
import { rehearseSale } from './stock/rehearsal.ts'
import { stockRoutes } from './stock/routes.ts'
import { createStockService } from './stock/service.ts'

export const inventory = defineService({
  name: 'inventory',
  version: packageJson.version,
  settings,
  migrations,
  create({ config, db, log, clock }) {
    const feed = createFeed({ db, source: 'inventory' })
    const medicines = createMedicineCopy({ db, feed, clock })
    return {
      routes: [
        ...catalogueRoutes(createCatalogueService({ db, clock, medicines })),
        ...counterRoutes(createCounterService({ medicines, feed })),
        ...sampleRoutes(createSampleService({ db, clock }), config.SAMPLE_DATA === 'on'),
        ...importRoutes(createImportService({ db, clock })),
        auditRoute({
          db,
          timeZone: clock.timeZone,
          path: '/api/medicines/history',
          namesOf: (ids) => listMedicineNames(db, ids),
        }),
        ...batchQueueRoutes(createBatchQueueService({ db, clock, feed })),
        ...batchRecallRoutes(createBatchRecallService({ db, clock })),
        ...batchRoutes(createBatchService({ db, clock })),
        ...historyRoutes(createHistoryService(db)),
        ...medicineRoutes(createMedicineService({ db, clock, openLedger: createLedger })),
        ...stockRoutes(createStockService({ db, clock })),
        ...feedRoutes({ db, feed }),
        rehearsalRoute(db, (trx) => rehearseSale(trx, clock)),
      ],
      feed,
      features: ['movement-groups'],
      jobs: [forgetOldKeys(db), auditJob(db, log)],
    }
  },
})
