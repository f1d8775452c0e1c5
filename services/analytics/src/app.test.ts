import { openService } from '@mms/service-kit/test-support'
import { testAccess } from '@mms/service-kit/test-support/access'
import { analytics } from './app.ts'
import { defaultSettings } from './settings/rules.ts'

/** Nobody listens there. */
const env = { INVENTORY_URL: 'http://127.0.0.1:1', SALES_URL: 'http://127.0.0.1:1' }
const body = { ...defaultSettings, city: 'Pune' }

testAccess((database) => openService(analytics, database, { env }), {
  'get /api/demand/:medicineId': 'signed-in',
  'get /api/medicines/climate-demand': 'signed-in',
  'get /api/reports': 'signed-in',
  'get /api/reports/demand-outlook': 'signed-in',
  'get /internal/conditions': ['alerts'],
  'get /api/store-settings': 'signed-in',
  'put /api/store-settings': { who: 'admin', body },
})
