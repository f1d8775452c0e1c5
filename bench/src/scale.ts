import { latencies } from './latencies.ts'
import { createInventoryDatabase } from './medicines.ts'
import { startProgram } from './processes.ts'
import { createSetting } from './setting.ts'

const MEDICINES = 100_000

const paths = {
  'first page': '/api/medicines?limit=50',
  'low stock': '/api/medicines?limit=50&filter=low-stock',
  expiring: '/api/medicines?limit=50&filter=expiring',
  category: '/api/medicines?limit=50&category=Vitamins',
  'search, many hits': '/api/medicines?limit=50&search=amox',
  'search, one hit': '/api/medicines?limit=50&search=mg%2099999',
  'search, no hit': '/api/medicines?limit=50&search=zzzz',
  summary: '/api/medicines/summary',
  'stock levels': '/api/medicines/stock-levels',
  categories: '/api/medicines/categories',
}

/** Latency at the service with 100,000 medicines, on the MySQL-protocol server. */
export async function scale(): Promise<string> {
  const setting = await createSetting()
  try {
    const { url } = await createInventoryDatabase(setting, MEDICINES)
    const service = await startProgram('services/inventory/src/main.ts', {
      ...setting.env,
      DATABASE_URL: url,
    })
    const { headers } = setting
    return await latencies(`Latency with ${MEDICINES} medicines`, service.origin, headers, paths)
  } finally {
    await setting.stop()
  }
}
