import type { BatchLine } from '@mms/contracts'
import type { Report } from '../violations.ts'
import { type BatchRow, type Books, type LineRow, type MovementRow, sumBy } from './books.ts'

/** Long after any run. */
const NEVER = '9999-12-31'
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

const nameOf = ({ medicine_id, batch_number }: BatchRow) => `${batch_number ?? 'unmarked'} of ${medicine_id}`

/** A batch is the sum of its lines, a medicine that of its batches, and a movement that of its lines. */
function checkSums({ medicines, movements, batches, lines }: Books, report: Report): void {
  const byBatch = sumBy(
    lines,
    (line) => line.batch_id,
    (line) => line.effect,
  )
  const byMovement = sumBy(
    lines,
    (line) => line.movement_id,
    (line) => line.effect,
  )
  const byMedicine = sumBy(
    batches,
    (batch) => batch.medicine_id,
    (batch) => batch.stock,
  )
  for (const batch of batches) {
    const sum = byBatch.get(batch.id) ?? 0
    if (sum !== batch.stock)
      report('batches-differ', `${nameOf(batch)} has ${batch.stock}, its lines make ${sum}`)
    if (batch.stock < 0) report('negative-batch', `${nameOf(batch)} ends with ${batch.stock}`)
  }
  for (const { batch_id, balance_after } of lines) {
    if (balance_after < 0) report('negative-batch', `a line of batch ${batch_id} leaves ${balance_after}`)
  }
  const lined = new Map(medicines.map(({ id, lined_version }) => [id, lined_version ?? 0]))
  for (const { id, name, current_stock, stock_version, lined_version } of medicines) {
    // What yesterday's release wrote last gets its lines with the next write.
    if (lined_version !== stock_version) continue
    const sum = byMedicine.get(id) ?? 0
    if (sum !== current_stock) report('batches-differ', `${name} has ${current_stock}, its batches ${sum}`)
  }
  for (const { id, medicine_id, version, effect } of movements) {
    if (version > (lined.get(medicine_id) ?? 0)) continue
    const sum = byMovement.get(id) ?? 0
    if (sum !== effect) report('batches-differ', `movement ${version} is ${effect}, its lines ${sum}`)
  }
}

/** In a run nothing is held or released, and nothing that is good expires. */
const canBeSold = ({ status, expiry_date }: Pick<BatchRow, 'status' | 'expiry_date'>) =>
  status === 'available' && (expiry_date ?? NEVER) >= dayOf(new Date())

/**
 * Whether a batch that can be sold and expires before `date` has something left. The stock without a number is left out: its
 * date is that of the last delivery, and may have been another.
 */
function leftBefore(
  date: string | null,
  batches: BatchRow[],
  stocks: Map<string, number>,
): BatchRow | undefined {
  return batches.find(
    (other) =>
      other.batch_number !== null &&
      canBeSold(other) &&
      (other.expiry_date ?? NEVER) < (date ?? NEVER) &&
      (stocks.get(other.id) ?? 0) > 0,
  )
}

interface Ledger {
  movements: MovementRow[]
  batches: BatchRow[]
  linesOf: Map<string, LineRow[]>
}

/** Walks through the ledger of a medicine: each sale of today's release took what could be sold, first to expire first. */
function checkSales({ movements, batches, linesOf }: Ledger, judging: Judging, report: Report): void {
  const stocks = new Map<string, number>()
  const known = new Map(batches.map((batch) => [batch.id, batch]))
  for (const movement of movements) {
    for (const { batch_id, effect } of linesOf.get(movement.id) ?? [])
      stocks.set(batch_id, (stocks.get(batch_id) ?? 0) + effect)
    for (const { batchId, expiryDate } of judging.soldBy(movement)) {
      const batch = known.get(batchId)
      if (!batch) continue
      if (!canBeSold({ ...batch, expiry_date: expiryDate }))
        report('sold-while-held', `${nameOf(batch)} was sold by ${movement.id}`)
      const left = judging.named.has(movement.id) ? undefined : leftBefore(expiryDate, batches, stocks)
      if (left)
        report('not-first-to-expire', `${nameOf(batch)} was sold by ${movement.id} before ${nameOf(left)}`)
    }
  }
}

interface Judging {
  /** Sales that named their batch. */
  named: Set<string>
  /** What a sale of today's release took, as its outcome says it; nothing of other movements. */
  soldBy: (movement: MovementRow) => BatchLine[]
}

/** Stock by batch: sums, none below zero, and what sales took. */
export function checkBatches(books: Books, report: Report): void {
  checkSums(books, report)
  const { movements, batches, lines, commands, transactions } = books
  const linesOf = Map.groupBy(lines, (line) => line.movement_id)
  const batchesOf = Map.groupBy(batches, (batch) => batch.medicine_id)
  const judging: Judging = {
    named: new Set(transactions.flatMap(({ id, batch }) => (batch ? [id] : []))),
    soldBy({ id, type, reverses }) {
      const outcome = commands.get(id)
      const isSale = type === 'sale' && reverses === null && outcome?.outcome === 'applied'
      // Yesterday's release names no lines: it knows no batches.
      return isSale ? (outcome.lines ?? []) : []
    },
  }
  for (const [medicineId, own] of Map.groupBy(movements, (row) => row.medicine_id)) {
    checkSales({ movements: own, batches: batchesOf.get(medicineId) ?? [], linesOf }, judging, report)
  }
}
