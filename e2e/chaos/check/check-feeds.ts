import {
  type FeedEvent,
  inventoryEvents,
  type MedicineState,
  type Movement,
  salesEvents,
} from '@mms/contracts'
import type { Report } from '../violations.ts'
import { type Books, sumBy } from './books.ts'
import type { OutboxRow } from './tables.ts'

/** The follower received every written event, in order. */
function checkComplete(name: string, told: FeedEvent[], written: OutboxRow[], report: Report): void {
  for (const [index, { position }] of written.entries()) {
    if (position !== index + 1) report('feed-broken', `${name}: position ${position} at place ${index + 1}`)
  }
  const heard = sumBy(told, ({ type, subject }) => `${type} ${subject}`)
  const said = sumBy(written, ({ type, subject }) => `${type} ${subject}`)
  for (const [event, count] of said) {
    const times = heard.get(event) ?? 0
    if (times !== count) report('feed-incomplete', `${name} told ${event} ${times} times, not ${count}`)
  }
}

/** The follower received exactly these ids, once each. */
function checkIds(name: string, told: FeedEvent[], expected: string[], report: Report): void {
  const times = sumBy(told, 'subject')
  for (const id of expected) {
    if (times.get(id) !== 1) report('feed-incomplete', `${name} told ${id} ${times.get(id) ?? 0} times`)
  }
  if (times.size > expected.length) {
    report('feed-incomplete', `${name} told of ${times.size - expected.length} that are not there`)
  }
}

function checkStates(told: FeedEvent[], { medicines }: Books, report: Report): void {
  const last = new Map<string, MedicineState>()
  for (const { data } of told) {
    const state = data as MedicineState
    if (state.version <= (last.get(state._id)?.version ?? 0)) {
      report('feed-broken', `inventory told version ${state.version} of ${state.name} after a newer one`)
    }
    if (state.currentStock < 0)
      report('negative-stock', `the feed told ${state.currentStock} of ${state.name}`)
    last.set(state._id, state)
  }
  for (const { id, name, version } of medicines) {
    const told = last.get(id)?.version
    if (told !== version)
      report('feed-incomplete', `${name} has version ${version}, the feed ended with ${told}`)
  }
}

export interface Told {
  inventory: FeedEvent[]
  sales: FeedEvent[]
}

/** Followers received all events of both feeds, in order and once, despite the faults. */
export function checkFeeds({ inventory, sales }: Told, books: Books, report: Report): void {
  checkComplete('inventory', inventory, books.inventoryOutbox, report)
  checkComplete('sales', sales, books.salesOutbox, report)
  const recorded = inventory.filter(({ type }) => type === inventoryEvents.movementRecorded)
  const changed = inventory.filter(({ type }) => type === inventoryEvents.medicineChanged)
  const completed = sales.filter(({ type }) => type === salesEvents.transactionCompleted)
  checkIds(
    'inventory',
    recorded,
    books.movements.map(({ id }) => id),
    report,
  )
  const completedIds = books.transactions.filter(({ status }) => status === 'completed').map(({ id }) => id)
  checkIds('sales', completed, completedIds, report)
  checkStates(changed, books, report)
  const sums = sumBy(
    recorded.map(({ data }) => data as Movement),
    'medicineId',
    'change',
  )
  for (const { id, name, current_stock } of books.medicines) {
    const sum = sums.get(id) ?? 0
    if (sum !== current_stock)
      report('stock-differs-from-feed', `${name} has ${current_stock}, the feed makes ${sum}`)
  }
}

/** Compares the medicines known to sales. Returns the number of differences. */
export function checkReadModel({ medicines, known }: Books, report: Report): number {
  const wrong = medicines.filter(({ id, version, current_stock }) => {
    const model = known.get(id)
    return model?.version !== version || model.currentStock !== current_stock
  })
  for (const { id, name, version } of wrong) {
    report(
      'read-model-differs',
      `${name} has version ${version}, sales knows ${known.get(id)?.version ?? 'none'}`,
    )
  }
  return wrong.length
}
