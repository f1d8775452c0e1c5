import { randomUUID } from 'node:crypto'
import { addDays, medicineCategories, storeDate } from '@mms/contracts'
import { encodeCursor } from '@mms/service-kit'
import { sortName } from '../../services/inventory/src/medicines/rules.ts'
import type { NextRequest } from './load.ts'
import { randomNumbers } from './medicines.ts'

/** Repeated loads ask for one thing. Varied loads change the request while sales go on. */
export const kinds = ['repeated', 'varied'] as const
export type Kind = (typeof kinds)[number]

interface Goal {
  title: string
  /** Required and desired throughput, in percent of the baseline. */
  must?: number
  aim?: number
  /** Requests per sale in a varied load. */
  perSale: number
}

/** Entries without goals have no baseline. */
export const goals = {
  list: { title: 'list, 50, with total', must: 60, aim: 80, perSale: 20 },
  search: { title: 'search in a category', must: 34, aim: 50, perSale: 20 },
  one: { title: 'one by id', must: 33, aim: 45, perSale: 20 },
  summary: { title: 'summary of the dashboard', perSale: 20 },
  history: { title: 'history of a type in a month, 50, with total', must: 45, aim: 60, perSale: 20 },
  record: { title: 'record a transaction', must: 22, aim: 30, perSale: 0 },
  report: { title: 'report of a period', perSale: 1 },
  demand: { title: 'predicted demand', perSale: 1 },
} satisfies Record<string, Goal>
export type Call = keyof typeof goals
export const goalOf = (call: Call): Goal => goals[call]

export const ofAnalytics: readonly Call[] = ['report', 'demand']

export interface Medicine {
  id: string
  name: string
}

const texts = 'para,amox,cetri,vastatin 40,mycin,ibu 200,cipla,metfrmin,doxy 1,65'.split(',')
const types = ['sale', 'purchase', 'return', 'expired']
const DAYS = 330
const SEED = 21

function createPick(seed: number) {
  const random = randomNumbers(seed)
  // The low bits of a linear congruential generator repeat soon.
  const below = (count: number) => Math.floor((random(2 ** 31) / 2 ** 31) * count)
  return { below, of: <T>(values: readonly T[]) => values[below(values.length)] as T }
}

export function createSales(medicines: readonly Medicine[], kind: Kind): () => NextRequest {
  const pick = createPick(SEED)
  let turn = 0
  return () => {
    const isVaried = kind === 'varied'
    const { id } = isVaried ? pick.of(medicines) : (medicines[turn++ % medicines.length] as Medicine)
    const [quantity, unitPrice] = isVaried ? [1 + pick.below(5), 1 + pick.below(900)] : [1, 12.5]
    return {
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: { medicineId: id, type: 'sale', quantity, unitPrice, note: '' },
    }
  }
}

const today = storeDate()

const askedMonthPath = `/api/transactions?limit=50&type=sale&startDate=${addDays(today, -60)}&endDate=${addDays(today, -31)}`

export const repeatedPath = (call: Call, { id }: Medicine): string =>
  ({
    list: '/api/medicines?limit=50',
    search: '/api/medicines?limit=50&category=Vitamins&search=para',
    one: `/api/medicines/${id}`,
    summary: '/api/medicines/summary',
    history: askedMonthPath,
    record: '/api/transactions',
    report: '/api/reports?period=last-month',
    demand: '/api/medicines/climate-demand',
  })[call]

export function createVariedPaths(call: Call, medicines: readonly Medicine[]): () => string {
  const pick = createPick(SEED)
  const someDays = () => {
    const start = addDays(today, -1 - pick.below(DAYS))
    return `startDate=${start}&endDate=${addDays(start, pick.below(60))}`
  }
  const category = () => pick.of(medicineCategories)
  const after = ({ id, name }: Medicine) => `&after=${encodeCursor([sortName({ name }), id])}`
  const next: Record<Call, () => string> = {
    list: () => {
      const filter = pick.below(2) === 0 ? `&category=${category()}` : ''
      return `/api/medicines?limit=50${filter}${pick.below(3) === 0 ? '' : after(pick.of(medicines))}`
    },
    search: () => {
      const text = pick.below(2) === 0 ? pick.of(texts) : pick.of(medicines).name.slice(0, 3 + pick.below(9))
      const filter = pick.below(2) === 0 ? `&category=${category()}` : ''
      return `/api/medicines?limit=50${filter}&search=${encodeURIComponent(text)}`
    },
    one: () => `/api/medicines/${pick.of(medicines).id}`,
    summary: () => '/api/medicines/summary',
    history: () => `/api/transactions?limit=50&type=${pick.of(types)}&${someDays()}`,
    record: () => '/api/transactions',
    report: () => `/api/reports?period=custom&${someDays()}`,
    demand: () => '/api/medicines/climate-demand',
  }
  return next[call]
}
