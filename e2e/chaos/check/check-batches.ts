import {
  type BatchLine,
  type FeedEvent,
  inventoryEvents,
  type NamedBatch,
  type PublishedMedicine,
  type StockBatch,
} from '@mms/contracts'
import type { Report } from '../violations.ts'
import { type BatchRow, type Books, type MovementRow, sumBy } from './books.ts'
import type { Told } from './check-feeds.ts'

/** Later than any run. */
const NEVER = '9999-12-31'
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

const nameOf = ({ medicine_id, batch_number }: BatchRow) => `${batch_number ?? 'unmarked'} of ${medicine_id}`

/**
 * A batch equals the sum of its lines, a medicine the sum of its batches, a movement the sum of its lines.
 */
function checkSums({ medicines, movements, batches, lines }: Books, report: Report): void {
  const byBatch = sumBy(lines, 'batch_id', 'effect')
  const byMovement = sumBy(lines, 'movement_id', 'effect')
  const byMedicine = sumBy(batches, 'medicine_id', 'stock')
  for (const batch of batches) {
    const sum = byBatch.get(batch.id) ?? 0
    if (sum !== batch.stock)
      report('batches-differ', `${nameOf(batch)} has ${batch.stock}, its lines make ${sum}`)
    if (batch.stock < 0) report('negative-batch', `${nameOf(batch)} ends with ${batch.stock}`)
  }
  for (const { batch_id, balance_after } of lines) {
    if (balance_after < 0) report('negative-batch', `a line of batch ${batch_id} leaves ${balance_after}`)
  }
  for (const { id, name, current_stock } of medicines) {
    const sum = byMedicine.get(id) ?? 0
    if (sum !== current_stock) report('batches-differ', `${name} has ${current_stock}, its batches ${sum}`)
  }
  for (const { id, version, effect } of movements) {
    const sum = byMovement.get(id) ?? 0
    if (sum !== effect) report('batches-differ', `movement ${version} is ${effect}, its lines ${sum}`)
  }
}

/** No run corrects a batch, so its expiry date never changes. */
function checkExpiryDates({ batches, commands }: Books, inventory: Told['inventory'], report: Report): void {
  const dates = new Map(batches.map(({ id, expiry_date }) => [id, expiry_date]))
  const check = (id: string, date: string | null, where: string) => {
    if (dates.get(id) !== date)
      report('expiry-changed', `batch ${id} expires ${dates.get(id)}, in ${where} ${date}`)
  }
  for (const [id, outcome] of commands) {
    if (outcome.outcome !== 'applied') continue
    for (const { batchId, expiryDate } of outcome.lines) check(batchId, expiryDate, `outcome ${id}`)
  }
  for (const { type, data } of inventory) {
    if (type !== inventoryEvents.medicineChanged) continue
    const { _id, version, batches } = data as PublishedMedicine
    for (const batch of batches) check(batch._id, batch.expiryDate, `version ${version} of ${_id}`)
  }
}

/** Stock by batch just before each movement, by medicine and version. */
interface ShelfHistory {
  before: (medicineId: string, movementVersion: number) => StockBatch[] | undefined
}

/**
 * Each event of a medicine lists its batches, so the version before a movement shows the stock it was
 * decided on. Undefined if unknown, as for the divided opening stock.
 */
function shelfHistoryOf(inventory: readonly FeedEvent[]): ShelfHistory {
  const states = inventory
    .filter(({ type }) => type === inventoryEvents.medicineChanged)
    .map(({ data }) => data as PublishedMedicine)
  const byVersion = new Map(states.map((state) => [`${state._id} ${state.version}`, state]))
  const firstOf = new Map<string, PublishedMedicine>()
  for (const state of states) {
    const key = `${state._id} ${state.stockVersion}`
    const other = firstOf.get(key)
    if (!other || state.version < other.version) firstOf.set(key, state)
  }
  return {
    before(medicineId, movementVersion) {
      const after = firstOf.get(`${medicineId} ${movementVersion}`)
      if (!after || after.version <= 2) return undefined
      return byVersion.get(`${medicineId} ${after.version - 1}`)?.batches
    },
  }
}

/** Batches in stock that can be sold, in selling order. */
function sellable(shelf: readonly StockBatch[], { createdAt }: Judging): StockBatch[] {
  const keyOf = ({ _id, expiryDate }: StockBatch) => `${expiryDate ?? NEVER} ${createdAt.get(_id)} ${_id}`
  const today = dayOf(new Date())
  return shelf
    .filter(({ status, expiryDate }) => status === 'available' && (expiryDate ?? NEVER) >= today)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** FEFO allocation, implemented again to check the product's code. */
function firstToExpire(batches: readonly StockBatch[], units: number): string {
  let left = units
  const taken = batches.flatMap(({ _id, stock }) => {
    const share = Math.min(left, stock)
    left -= share
    return share > 0 ? [`${_id} ${share}`] : []
  })
  return taken.toSorted().join(', ')
}

interface Judging {
  history: ShelfHistory
  /** Batches named by sales, with the reason if given. */
  named: Map<string, NamedBatch>
  /** Batches sold by a movement of this release; empty for other movements. */
  soldBy: (movement: MovementRow) => BatchLine[]
  /** Creation time of each batch, in ms. */
  createdAt: Map<string, string>
}

function packFirst(good: readonly StockBatch[], { number }: NamedBatch): StockBatch[] {
  const isPack = (batch: StockBatch) => batch.number === number
  return [...good.filter(isPack), ...good.filter((batch) => !isPack(batch))]
}

/** A scanned pack that is expired or on hold must not be sold as another batch. */
function isBadPack(shelf: readonly StockBatch[], { number, expiryDate }: NamedBatch): boolean {
  const batch = shelf.find((one) => one.number === number)
  return (batch?.status ?? 'available') !== 'available' || (expiryDate ?? NEVER) < dayOf(new Date())
}

/** A sale takes the sellable batch that expires first, unless it names one. */
function checkSale(movement: MovementRow, lines: BatchLine[], judging: Judging, report: Report): boolean {
  const { id, medicine_id, version } = movement
  const shelf = judging.history.before(medicine_id, version)
  if (!shelf) return false
  const good = sellable(shelf, judging)
  for (const { batchId, effect, number } of lines) {
    const batch = good.find(({ _id }) => _id === batchId)
    if (!batch || batch.stock + effect < 0)
      report('sold-while-held', `${-effect} units of ${number ?? 'unmarked'} were sold by ${id}`)
  }
  const took = lines.map(({ batchId, effect }) => `${batchId} ${-effect}`).toSorted()
  const named = judging.named.get(id)
  if (named?.scanned && isBadPack(shelf, named))
    report('sold-while-held', `${id} sold a scanned pack of ${named.number}`)
  const inOrder = named?.scanned ? packFirst(good, named) : good
  const [first] = inOrder
  const isOfOneBatch = named && !named.scanned
  const isFirst = isOfOneBatch
    ? lines[0]?.batchId === first?._id
    : took.join(', ') === firstToExpire(inOrder, -movement.effect)
  if (!isFirst && !named?.reason)
    report('not-first-to-expire', `${id} took ${took}, and ${first?.number ?? 'unmarked'} expires first`)
  if (isOfOneBatch && (lines.length !== 1 || lines[0]?.number !== named.number))
    report('not-first-to-expire', `${id} named ${named.number} and took ${took}`)
  return true
}

export interface BatchSales {
  judged: number
  named: number
  skipped: number
}

/** Checks batch sums, negative stock and allocation of sales. */
export function checkBatches(books: Books, { inventory }: Told, report: Report): BatchSales {
  checkSums(books, report)
  checkExpiryDates(books, inventory, report)
  const { movements, batches, commands, transactions } = books
  const judging: Judging = {
    history: shelfHistoryOf(inventory),
    named: new Map(transactions.flatMap(({ id, batch }) => (batch ? [[id, namedOf(batch)]] : []))),
    soldBy({ id, type, reverses }) {
      const outcome = commands.get(id)
      const isSale = type === 'sale' && reverses === null && outcome?.outcome === 'applied'
      // The previous release reports no lines.
      return isSale ? outcome.lines : []
    },
    createdAt: new Map(
      batches.map(({ id, created_at }) => [id, new Date(created_at as string).toISOString()]),
    ),
  }
  const counts = { judged: 0, named: 0, skipped: 0 }
  for (const movement of movements) {
    const lines = judging.soldBy(movement)
    if (lines.length === 0) continue
    const isJudged = checkSale(movement, lines, judging, report)
    counts[isJudged ? 'judged' : 'skipped'] += 1
    if (isJudged && judging.named.has(movement.id)) counts.named += 1
  }
  return counts
}

/** One database parses JSON columns, the other returns text. */
const namedOf = (batch: string | NamedBatch): NamedBatch =>
  typeof batch === 'string' ? JSON.parse(batch) : batch
