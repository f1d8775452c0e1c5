import { addDays, storeDate } from '@mms/contracts'
import { latencies, type Path } from './latencies.ts'
import { createInventoryDatabase, randomNumbers } from './medicines.ts'
import { startProgram } from './processes.ts'
import { createFiles, createSetting } from './setting.ts'

const { ONLY = '', KIND } = process.env
const kinds = (['mysql', 'sqlite'] as const).filter((kind) => (KIND ?? kind) === kind)
const MEDICINES = 100_000
const BATCHES = 3

const random = randomNumbers(11)
let asked = 0
const searching = (text: string) => `/api/medicines?limit=50&search=${encodeURIComponent(text)}`

/** Within the queue's default 90 days. */
const lateQueuePage = () => {
  const cursor = [addDays(storeDate(), 20 + random(60)), '00000000-0000-7000-8000-000000000000']
  return `/api/medicines/batches/expiring?limit=50&after=${Buffer.from(JSON.stringify(cursor)).toString('base64url')}`
}

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
  'expiry queue': '/api/medicines/batches/expiring?limit=50',
  'expiry queue, a late page': lateQueuePage,
  'expiry queue, of a year': `/api/medicines/batches/expiring?limit=50&until=${addDays(storeDate(), 365)}`,
  'expiry queue, what can be acted on': '/api/medicines/batches/expiring?limit=50&status=available',
  'expiry queue, recalled, no hit': '/api/medicines/batches/expiring?limit=50&status=recalled',
  'expiry queue, discounted, no hit': '/api/medicines/batches/expiring?limit=50&status=discounted',
  'expiry queue, all on hold, no hit': '/api/medicines/batches/held',
  'sums of the expiry queue': '/api/medicines/batches/expiring/summary',
  'sums of the expiry queue, never asked before': () =>
    `/api/medicines/batches/expiring/summary?until=${addDays(storeDate(), 60 + (asked++ % 60))}`,
}

/**
 * Latency with 100,000 medicines of three batches, on MySQL and SQLite. `ONLY=queue` limits the paths,
 * `KIND=sqlite` the database.
 */
export async function scale(): Promise<string> {
  const setting = await createSetting()
  try {
    const wanted = Object.fromEntries(Object.entries(paths).filter(([name]) => name.includes(ONLY)))
    const tables: string[] = []
    for (const kind of kinds) {
      const place = kind === 'mysql' ? setting : createFiles(setting.folder)
      const { url } = await createInventoryDatabase(place, MEDICINES, BATCHES)
      const service = await startProgram('services/inventory/src/main.ts', {
        ...setting.env,
        DATABASE_URL: url,
      })
      const title = `Latency with ${MEDICINES} medicines of ${BATCHES} batches on ${kind}`
      const pids = { service: service.pid, ...(kind === 'mysql' && { database: setting.databasePid }) }
      tables.push(await latencies(title, service.origin, setting.headers, wanted, pids))
    }
    return tables.join('\n\n')
  } finally {
    await setting.stop()
  }
}
