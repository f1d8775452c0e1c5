import { type BatchStatus, packPriceOf, type StockBatch, type UpdateBatch } from '@mms/contracts'
import { problem } from '@mms/service-kit'
import { pricePairs } from '../medicines/rules.ts'
import type { Batch } from './batch.ts'
import { byAge, byExpiry, canBeSold } from './fefo.ts'

export const emptyBatch = (
  batch: Pick<Batch, '_id' | 'medicineId' | 'number' | 'expiryDate' | 'createdAt'>,
): Batch => ({
  ...batch,
  status: 'available' satisfies BatchStatus,
  stock: 0,
  unitPrice: null,
  mrp: null,
  isUndone: false,
  version: 1,
})

interface Prices {
  unitPrice: number
  mrp?: number | null | undefined
}

export function isAboveMrp(batch: Pick<Batch, 'unitPrice' | 'mrp'>, medicine: Prices): boolean {
  const mrp = batch.mrp ?? medicine.mrp ?? null
  return mrp !== null && (batch.unitPrice ?? medicine.unitPrice) > mrp
}

export const findBatchBelowPrice = (batches: Batch[], unitPrice: number): Batch | undefined =>
  batches.find(
    ({ stock, mrp, unitPrice: own }) => stock > 0 && own === null && mrp != null && mrp < unitPrice,
  )

/**
 * Finds the batch for units without number and date: unnumbered, not on hold, not expired. Prefers batches in stock,
 * then the latest expiry. Undefined means that a new batch is needed.
 */
export const findOpenBatch = (batches: Batch[], today: string): Batch | undefined =>
  batches
    .filter(
      (batch) => batch.number === null && canBeSold(batch, today) && (batch.stock > 0 || !batch.isUndone),
    )
    .toSorted((a, b) => Number(a.stock > 0) - Number(b.stock > 0) || byExpiry(a, b))
    .at(-1)

/**
 * Finds the oldest unnumbered batch of this date that is not on hold and has no price of its own, such as a discount.
 * Undefined means that a new batch is needed.
 */
export const findBatchOfDate = (batches: Batch[], expiryDate: string | null): Batch | undefined =>
  batches
    .filter(({ number, status }) => number === null && status === 'available')
    .filter((batch) => batch.unitPrice === null && batch.expiryDate === expiryDate)
    .toSorted(byAge)[0]

export const publishedBatches = (batches: Batch[]): StockBatch[] =>
  batches
    .filter(({ stock }) => stock > 0)
    .toSorted(byExpiry)
    .map(({ _id, number, expiryDate, status, stock, unitPrice, mrp, ...batch }) => ({
      _id,
      number,
      expiryDate,
      status,
      stock,
      unitPrice,
      mrp,
      ...(batch.costPrice != null && { costPrice: batch.costPrice }),
      ...(batch.packPrice != null && { packPrice: batch.packPrice }),
      ...(batch.packMrp != null && { packMrp: batch.packMrp }),
      ...(batch.packCost != null && { packCost: batch.packCost }),
    }))

export function expiryDateOf(batches: Batch[]): string | null {
  const inStock = batches.filter(({ stock }) => stock > 0).toSorted(byExpiry)
  if (inStock[0]) return inStock[0].expiryDate
  const newest = batches
    .filter(({ isUndone }) => !isUndone)
    .toSorted(byAge)
    .at(-1)
  return newest?.expiryDate ?? null
}

export const batchNotFoundProblem = () =>
  problem.notFound('inventory.batch_not_found', 'There is no such batch')

export type HoldAction = 'quarantine' | 'recall' | 'release'

interface Hold {
  status: BatchStatus
  done: string
  from: BatchStatus[]
}

export const holdActions: Record<HoldAction, Hold> = {
  quarantine: { status: 'quarantined', done: 'batch.quarantined', from: ['available'] },
  recall: { status: 'recalled', done: 'batch.recalled', from: ['available', 'quarantined'] },
  release: { status: 'available', done: 'batch.released', from: ['quarantined', 'recalled'] },
}

export interface Release {
  /** True if the request names batch ids, which means that the batches were inspected. */
  isInspected: boolean
  endsRecall: boolean
}

/** `isCovered`: an open recall covers the batch. Ending another recall or a quarantine does not free it. */
export function releasedStatus(
  status: BatchStatus,
  isCovered: boolean,
  { isInspected, endsRecall }: Release,
): BatchStatus {
  if (status === 'quarantined' && endsRecall) return status
  const staysRecalled = isCovered && (status === 'quarantined' || !isInspected)
  return staysRecalled ? 'recalled' : 'available'
}

export function editedBatch<B extends Batch>(batch: B, input: UpdateBatch): B {
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return { ...batch, ...changes }
}

export function withUnitPrices(input: UpdateBatch, packSize: number): UpdateBatch {
  const shares = pricePairs.flatMap(([packField, unitField, shareOf]) => {
    const price = input[packField]
    return price === undefined ? [] : [[unitField, price && shareOf(price, packSize)]]
  })
  return { ...input, ...Object.fromEntries(shares) }
}

/** Keeps the batch's pack prices and derives its unit prices for the new pack size `to`. */
export function resizedPrices(batch: Batch, from: number, to: number): Partial<Batch> {
  const prices = pricePairs.flatMap(([packField, unitField, shareOf]) => {
    const unit = batch[unitField] ?? null
    const pack = unit && packPriceOf(batch[packField], unit, from)
    return unit === null ? [] : Object.entries({ [packField]: pack, [unitField]: pack && shareOf(pack, to) })
  })
  return Object.fromEntries(prices)
}

export interface TypeSum {
  type: string
  units: number
}

export function batchFlowOf(sums: TypeSum[], stock: number) {
  const sumOf = (...types: string[]) =>
    sums.reduce((sum, { type, units }) => sum + (types.includes(type) ? units : 0), 0)
  const [received, sold, returned, writtenOff] = [
    sumOf('purchase', 'opening'),
    0 - sumOf('sale'),
    sumOf('return'),
    0 - sumOf('expired'),
  ]
  const adjusted = stock - received + sold - returned + writtenOff
  return { received, sold, returned, writtenOff, adjusted }
}
