import { latencies, type Path } from './latencies.ts'
import { createInventoryDatabase, randomNumbers } from './medicines.ts'
import { startProgram } from './processes.ts'
import { createSetting } from './setting.ts'

const MEDICINES = 100_000

const random = randomNumbers(11)
const searching = (text: string) => `/api/medicines?limit=50&search=${encodeURIComponent(text)}`

const paths: Record<string, Path> = {
  'first page': '/api/medicines?limit=50',
  'low stock': '/api/medicines?limit=50&filter=low-stock',
  expiring: '/api/medicines?limit=50&filter=expiring',
  category: '/api/medicines?limit=50&category=Vitamins',
  'search, many names begin with it': searching('amox'),
  'search, late names begin with it': searching('predni'),
  'search, inside many': searching('cillin'),
  'search, one hit': searching('mg 99999'),
  'search, no hit': searching('zzzz'),
  'search, three to five digits, another each time': () =>
    searching(String(10_000 + random(89_999)).slice(0, 3 + random(3))),
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
    const title = `Latency with ${MEDICINES} medicines`
    const pids = { service: service.pid, database: setting.databasePid }
    return await latencies(title, service.origin, setting.headers, paths, pids)
  } finally {
    await setting.stop()
  }
}
