import { openService } from '@mms/service-kit/test-support'
import { testAccess } from '@mms/service-kit/test-support/access'
import { testJobAlarms } from '@mms/service-kit/test-support/job-alarms'
import { buildMedicine, newId } from '../test/support.ts'
import { inventory } from './app.ts'

const held = { batchIds: [newId()], reason: 'broken seal' }
const line = {
  ...{ _id: newId(), medicineId: newId(), units: 1 },
  ...{ packSize: 1, packPrice: 100, packMrp: null, taxClass: 'medicine' },
}
const READERS = ['alerts', 'analytics', 'sales']

testJobAlarms((database) => openService(inventory, database))

testAccess((database) => openService(inventory, database), {
  'get /api/medicines': 'signed-in',
  'get /api/medicines/summary': 'signed-in',
  'get /api/medicines/categories': 'signed-in',
  'get /api/medicines/composition': 'signed-in',
  'get /api/medicines/salts': 'signed-in',
  'get /api/medicines/stock-levels': 'signed-in',
  'get /api/medicines/stock-cover': 'signed-in',
  'get /api/medicines/seed-sample-data': 'signed-in',
  'get /api/medicines/catalogue': 'signed-in',
  'get /api/medicines/export': 'admin',
  'get /api/medicines/imports': 'admin',
  'put /api/medicines/imports/:id': {
    who: 'admin',
    body: { fileName: 'a.csv', dryRun: true, setStock: false, rows: [{ row: 2, fields: { name: 'Zinc' } }] },
  },
  'post /api/medicines/imports/:id/undo': 'admin',
  'get /api/medicines/:id': 'signed-in',
  'post /api/medicines': { who: 'admin', body: buildMedicine() },
  'put /api/medicines/:id': { who: 'signed-in', body: buildMedicine() },
  'put /api/medicines/:id/pack': {
    who: 'admin',
    body: { packSize: 15, packWord: 'strip', unitWord: 'tablet' },
  },
  'delete /api/medicines/:id': 'admin',
  'get /api/medicines/:id/movements': 'signed-in',
  'get /api/medicines/:id/history': 'signed-in',
  'get /api/medicines/history': 'admin',
  'get /api/medicines/:id/batches': 'signed-in',
  'put /api/medicines/:id/batches/:batchId': { who: 'signed-in', body: { supplier: 'Apollo' } },
  'get /api/medicines/batches': { who: 'signed-in', query: 'number=A1' },
  'get /api/medicines/batches/expiring': 'signed-in',
  'get /api/medicines/batches/expiring/summary': 'signed-in',
  'get /api/medicines/batches/held': 'signed-in',
  'get /api/medicines/batches/recalls': 'signed-in',
  'post /api/medicines/batches/discount': {
    who: 'signed-in',
    body: { batchIds: held.batchIds, percent: 20 },
  },
  'get /api/medicines/batches/:batchId': 'signed-in',
  'get /api/medicines/batches/:batchId/movements': 'signed-in',
  'post /api/medicines/batches/quarantine': { who: 'signed-in', body: held },
  'post /api/medicines/batches/recall': { who: 'signed-in', body: held },
  'post /api/medicines/batches/release': { who: 'admin', body: held },
  'get /internal/medicines/:id/movements': { who: ['sales'], query: 'before=9' },
  'put /internal/movements/:id': { who: ['sales'], body: { medicineId: newId(), type: 'sale', quantity: 1 } },
  'put /internal/movement-groups/:id': { who: ['sales'], body: { actorId: 'user-1', lines: [line] } },
  'post /internal/movements/:id/cancellation': ['sales'],
  'get /internal/feed': READERS,
  'post /internal/rehearsal': 'admin',
  'get /internal/medicines': READERS,
  'get /internal/movements': READERS,
})
