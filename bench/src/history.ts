import { addDays, storeDate } from '@mms/contracts'
import { latencies } from './latencies.ts'
import { createInventoryDatabase } from './medicines.ts'
import { startProgram, startSellers } from './processes.ts'
import { createSetting } from './setting.ts'
import { createSalesDatabase } from './transactions.ts'

const TRANSACTIONS = 1_000_000
const PAGE = 100

const today = storeDate()
const month = `startDate=${addDays(today, -60)}&endDate=${addDays(today, -30)}`
const filters = {
  everything: '',
  'one type, nine in ten': '&type=sale',
  'one type, one in fifty': '&type=expired',
  'a month': `&${month}`,
  'a month of one type': `&${month}&type=sale`,
  'up to a day': `&endDate=${addDays(today, -180)}`,
  'since a day, one type': `&startDate=${addDays(today, -300)}&type=purchase`,
}

async function findPage(origin: string, headers: Record<string, string>, first: string, number: number) {
  let path = first
  for (let page = 1; page < number; page += 1) {
    const response = await fetch(origin + path, { headers })
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    if (!next) throw new Error(`${first} has only ${page} pages`)
    path = next
  }
  return path
}

export async function history(): Promise<string> {
  const setting = await createSetting()
  try {
    const medicines = await createInventoryDatabase(setting, 1_000)
    const { url } = await createSalesDatabase(setting, TRANSACTIONS, medicines.ids)
    const { env, headers } = setting
    const { inventory, sales } = await startSellers(env, { inventory: medicines.url, sales: url })
    const gateway = await startProgram('gateway/src/main.ts', {
      ...env,
      ...(await setting.listServices({ inventory: inventory.origin, sales: sales.origin })),
    })
    const paths: Record<string, string> = {}
    for (const [name, filter] of Object.entries(filters)) {
      const first = `/api/transactions?limit=50${filter}`
      paths[`${name}, first page`] = first
      paths[`${name}, page ${PAGE}`] = await findPage(gateway.origin, headers, first, PAGE)
    }
    return await latencies(`Latency with ${TRANSACTIONS} transactions`, gateway.origin, headers, paths)
  } finally {
    await setting.stop()
  }
}
