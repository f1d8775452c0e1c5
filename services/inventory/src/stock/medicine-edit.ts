import { type MedicineState, pluralOf } from '@mms/contracts'
import { problem } from '@mms/service-kit'
import type { MedicineEdit } from '../medicines/rules.ts'
import { findBatchOfDate, findOpenBatch, resizedPrices } from './batch-rules.ts'
import { takeAnyUnits } from './fefo.ts'
import type { Shelf } from './shelf.ts'

export const makesSellable = (expiryDate: string | null, date: string | null, today: string): boolean =>
  expiryDate !== null && expiryDate < today && (date === null || date >= today)

export const expiredStockProblem = (name: string) =>
  problem.forbidden(
    'inventory.expired_stock',
    `The stock of ${name} has expired: only an administrator can give it a later expiry date`,
    { errors: { expiryDate: 'can only be set later by an administrator' } },
  )

/** Staff may add an MRP or lower it. Only administrators may raise or remove it. */
export function assertMayChangeMrp(before: number | null, after: number | null | undefined): void {
  if (before === null || after === undefined || (after !== null && after <= before)) return
  throw problem.forbidden('inventory.mrp', 'Only an administrator can raise or remove an MRP', {
    errors: { mrp: 'can only be raised by an administrator' },
  })
}

interface EditProblem {
  field: 'currentStock' | 'expiryDate' | 'packSize'
  code: string
  message: string
  error: string
}

/** True if moved stock would switch between packs (size 1) and units. That needs a conversion. */
export const switchesPacksAndUnits = (before: MedicineState, { packSize }: Pick<MedicineState, 'packSize'>) =>
  before.stockVersion > 0 && (packSize === 1) !== (before.packSize === 1)

function packSizeProblem({ name, packSize, packWord, unitWord }: MedicineState): EditProblem {
  const words = packSize === 1 ? `whole ${pluralOf(packWord)}` : pluralOf(unitWord)
  const outcome = packSize === 1 ? 'stays 1' : 'cannot become 1'
  return {
    field: 'packSize',
    code: 'inventory.counted_in_packs',
    message: `The stock of ${name} is counted in ${words}, so its pack size ${outcome}${packSize === 1 ? '. An administrator can convert it on the medicine’s page' : ''}`,
    error: `${outcome}, because the stock is counted in ${words}`,
  }
}

export function findEditProblem(shelf: Shelf, { before, after }: MedicineEdit): EditProblem | undefined {
  if (switchesPacksAndUnits(before, after)) return packSizeProblem(before)
  const isStock = after.currentStock !== before.currentStock
  const isDate = after.expiryDate !== before.expiryDate
  if (!isStock && !isDate) return undefined
  const inStock = shelf.list().filter(({ stock }) => stock > 0)
  // Unnumbered stock may be several batches, because units without a date do not join expired stock.
  const isPlain = inStock.every(({ number, status }) => number === null && status === 'available')
  if (isPlain && !isDate) return undefined
  const field = isStock ? 'currentStock' : 'expiryDate'
  if (inStock.length > 1) {
    const message = `${before.name} has several batches in stock. Nothing was saved; please change stock and expiry dates on the medicine’s page, batch by batch`
    return { field, code: 'inventory.several_batches', message, error: 'applies to several batches' }
  }
  if (isStock && inStock[0] && inStock[0].status !== 'available') {
    const message = `The stock of ${before.name} is on hold. Nothing was saved; please record an adjustment that names the batch`
    return {
      field: 'currentStock',
      code: 'inventory.batch_needed',
      message,
      error: 'applies to a batch on hold',
    }
  }
  return undefined
}

/**
 * Applies the form's stock and date to the only batch in stock, else to an unnumbered batch. Without stock the date
 * goes to an empty batch, so that no sold batch changes its date.
 */
export function applyMedicineEdit(
  shelf: Shelf,
  { before, after, undone }: MedicineEdit,
  movementId: string | undefined,
  today: string,
): void {
  const { expiryDate, updatedAt: createdAt } = after
  const inStock = shelf.list().filter(({ stock }) => stock > 0)
  const only = inStock.length > 1 ? findOpenBatch(inStock, today) : inStock[0]
  const isDate = expiryDate !== before.expiryDate
  const add = () => shelf.add({ number: null, expiryDate, createdAt })
  if (movementId !== undefined) {
    const change = after.currentStock - before.currentStock
    const found = () => findBatchOfDate(shelf.list(), expiryDate) ?? add()
    const shares = () =>
      change > 0
        ? [{ batchId: (only ?? found())._id, effect: change }]
        : (takeAnyUnits(shelf.list(), -change) ?? [])
    const back = undone?.map(({ batchId, effect }) => ({ batchId, effect: 0 - effect }))
    shelf.move(movementId, back ?? shares())
  }
  if (!isDate || shelf.expiryDate() === expiryDate) return
  const current = only && shelf.find(only._id)
  if (current && current.stock > 0) shelf.set(current, { expiryDate })
  else add()
}

/** Keeps the pack price of each batch and recomputes its unit price. */
export function resizeBatches(shelf: Shelf, from: number, to: number): void {
  if (from === to) return
  for (const batch of shelf.list()) {
    const prices = resizedPrices(batch, from, to)
    if (Object.keys(prices).length > 0) shelf.set(batch, prices)
  }
}

/** Multiplies the units of all batches and divides their prices. */
export function convertShelf(shelf: Shelf, movementId: string, packSize: number): void {
  resizeBatches(shelf, 1, packSize)
  const stocked = shelf.list().filter(({ stock }) => stock > 0)
  shelf.move(
    movementId,
    stocked.map(({ _id, stock }) => ({ batchId: _id, effect: stock * (packSize - 1) })),
  )
}
