import { openService } from '@mms/service-kit/test-support'
import { testAccess } from '@mms/service-kit/test-support/access'
import { testJobAlarms } from '@mms/service-kit/test-support/job-alarms'
import { analytics } from './app.ts'
import { defaultSettings } from './settings/store.ts'

/** No server listens on these ports. */
const env = { INVENTORY_URL: 'http://127.0.0.1:1', SALES_URL: 'http://127.0.0.1:1' }
const body = { ...defaultSettings, city: 'Pune' }

testJobAlarms((database) => openService(analytics, database, { env }))

testAccess((database) => openService(analytics, database, { env }), {
  'get /api/demand/:medicineId': 'signed-in',
  'get /api/demand/at-risk': 'signed-in',
  'get /api/medicines/climate-demand': 'signed-in',
  'get /api/reports': 'admin',
  'get /api/reports/demand-outlook': 'signed-in',
  'get /internal/conditions': ['alerts'],
  'get /api/store-settings': 'signed-in',
  'get /api/store-settings/history': 'admin',
  'put /api/store-settings': { who: 'admin', body },
})
