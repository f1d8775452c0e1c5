import {
  expiryState,
  MAX_STOCK,
  type MedicineState,
  type Movement,
  pluralOf,
  type StockCommand,
  stockEffect,
} from '@mms/contracts'
import type { Batch } from './batch.ts'
import { type Refusal, refusalOf, refusalOfExpiredMedicine, refusalOfSale, takeForSale } from './fefo.ts'

export type CommandDecision = { effect: number } | Refusal

export const unknownMedicine = refusalOf('medicine_not_found', 'Medicine not found')

/**
 * True if the command returns units to the batches that sold them, or writes off a chosen batch, as credit notes do. A
 * note is final before its units move, so they move even if the medicine was deleted since.
 */
export const isOfNote = ({ type, batch, reverses }: StockCommand): boolean =>
  !reverses && Boolean(type === 'return' ? batch?.shares : type === 'expired' && batch?._id)

const units = new Intl.NumberFormat('en-IN')

function decideEffect(effect: number, { currentStock, name }: MedicineState): CommandDecision {
  if (currentStock + effect < 0)
    return refusalOf('insufficient_stock', `Only ${currentStock} units of ${name} are in stock`)
  if (currentStock + effect > MAX_STOCK)
    return refusalOf('stock_limit', `The stock of ${name} cannot exceed ${units.format(MAX_STOCK)} units`)
  return { effect }
}

/** Factor from a document's units to current units: above 1 if the document counted packs before a conversion. */
export const conversionFactorOf = (packSize: number | undefined, medicine: MedicineState): number =>
  packSize === 1 && medicine.packSize > 1 ? (medicine.unitsTimes ?? medicine.packSize) : 1

/**
 * Converts a command made before the medicine was converted to units. Sales and purchases are refused, because their
 * price is per pack. Returns and losses are multiplied.
 */
export function convertCommand(
  command: StockCommand,
  packSize: number | undefined,
  medicine: MedicineState,
): StockCommand | Refusal {
  const isCountedAlike = packSize === undefined || (packSize === 1) === (medicine.packSize === 1)
  if (isCountedAlike || command.reverses) return command
  const { name, packWord, unitWord } = medicine
  if (packSize > 1 || command.type === 'sale' || command.type === 'purchase')
    return refusalOf(
      'pack_changed',
      `${name} is counted in ${pluralOf(medicine.packSize > 1 ? unitWord : packWord)} now. Please enter it again`,
    )
  const times = conversionFactorOf(packSize, medicine)
  const { quantity, batch } = command
  const shares = batch?.shares?.map((share) => ({ ...share, units: share.units * times }))
  return {
    ...command,
    quantity: quantity * times,
    ...(batch && { batch: { ...batch, ...(shares && { shares }) } }),
  }
}

/** `day` is the store's date on which the command was made. */
export function decideMovement(
  { type, quantity, direction, batch }: StockCommand,
  medicine: MedicineState,
  batches: Batch[],
  day: string,
): CommandDecision {
  const { expiryDate } = medicine
  const isEmpty = medicine.currentStock === 0
  if (type === 'sale' && isEmpty && expiryDate && expiryState(expiryDate, day) === 'expired')
    return refusalOfExpiredMedicine(medicine.name, expiryDate)
  if (type === 'sale' && !batch && !takeForSale(batches, quantity, day))
    return refusalOfSale(medicine.name, batches, day)
  return decideEffect(stockEffect(type, quantity, direction), medicine)
}

export interface OriginalMovement {
  movement: Omit<Movement, 'lines'>
  isReversed: boolean
}

/** A reversal repeats the original's values, so that a wrong id is detected. */
export function decideReversal(
  command: StockCommand,
  medicine: MedicineState,
  original: OriginalMovement | undefined,
): CommandDecision {
  if (!original) return refusalOf('movement_not_found', 'There is no such movement to undo')
  const { movement, isReversed } = original
  const effect = stockEffect(command.type, command.quantity, command.direction)
  // Returns and losses that arrived after a conversion were multiplied.
  const repeats =
    movement.medicineId === command.medicineId &&
    movement.type === command.type &&
    (movement.change === effect || movement.change === effect * (medicine.unitsTimes ?? 1))
  if (!repeats || movement.reverses)
    return refusalOf('reversal_mismatch', 'This does not undo the movement it names')
  if (movement.version <= (medicine.countedSince ?? 0))
    return refusalOf(
      'converted_since',
      `${medicine.name} is counted in ${pluralOf(medicine.unitWord)} now, so this cannot be undone. Please record an adjustment`,
    )
  if (isReversed) return refusalOf('already_reversed', 'This movement was already undone')
  return decideEffect(-movement.change, medicine)
}
