import { load } from './load.ts'
import { startProgram, stopPrograms } from './processes.ts'
import { createSetting } from './setting.ts'

const MEDICINES = 100_000
const SECONDS = 5

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
  const { env, headers, stop } = await createSetting(MEDICINES)
  try {
    const service = await startProgram('services/inventory/src/main.ts', env)
    const rows: string[] = []
    for (const [name, path] of Object.entries(paths)) {
      const target = { url: service.origin + path, headers, pids: [service.pid] }
      const alone = await load(target, 1, SECONDS)
      const busy = await load(target, 4, SECONDS)
      rows.push(`| ${name} | ${alone.p50} | ${alone.p99} | ${busy.p50} | ${busy.p99} |`)
    }
    return [
      `## Latency with ${MEDICINES} medicines, ms`,
      '',
      '| | p50, 1 connection | p99 | p50, 4 connections | p99 |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n')
  } finally {
    await stopPrograms()
    await stop()
  }
}
