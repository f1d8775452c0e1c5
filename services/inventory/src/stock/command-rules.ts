import {
  dateInWords,
  expiryState,
  MAX_STOCK,
  type MedicineState,
  type Movement,
  type StockCommand,
  stockEffect,
} from '@mms/contracts'
import { type Batch, refusalOfSale, takeForSale } from './batch-rules.ts'

export interface Rejection {
  code: string
  message: string
}

export type CommandDecision = { effect: number } | Rejection

export const unknownMedicine: Rejection = {
  code: 'inventory.medicine_not_found',
  message: 'Medicine not found',
}

const units = new Intl.NumberFormat('en-IN')

function decideEffect(effect: number, medicine: MedicineState): CommandDecision {
  const { currentStock, name } = medicine
  if (currentStock + effect < 0) {
    return {
      code: 'inventory.insufficient_stock',
      message: `Only ${currentStock} units of ${name} are in stock`,
    }
  }
  if (currentStock + effect > MAX_STOCK) {
    return {
      code: 'inventory.stock_limit',
      message: `The stock of ${name} cannot exceed ${units.format(MAX_STOCK)} units`,
    }
  }
  return { effect }
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
  if (type === 'sale' && isEmpty && expiryDate && expiryState(expiryDate, day) === 'expired') {
    return {
      code: 'inventory.medicine_expired',
      message: `${medicine.name} expired on ${dateInWords(expiryDate)} and cannot be sold`,
    }
  }
  if (type === 'sale' && !batch && !takeForSale(batches, quantity, day)) {
    return refusalOfSale(medicine.name, batches, day)
  }
  return decideEffect(stockEffect(type, quantity, direction), medicine)
}

export interface OriginalMovement {
  movement: Omit<Movement, 'lines'>
  isReversed: boolean
}

/** The command repeats the original, so that a mix-up is detected. */
export function decideReversal(
  command: StockCommand,
  medicine: MedicineState,
  original: OriginalMovement | undefined,
): CommandDecision {
  if (!original) return { code: 'inventory.movement_not_found', message: 'There is no such movement to undo' }
  const { movement, isReversed } = original
  const repeats =
    movement.medicineId === command.medicineId &&
    movement.type === command.type &&
    movement.change === stockEffect(command.type, command.quantity, command.direction)
  if (!repeats || movement.reverses) {
    return { code: 'inventory.reversal_mismatch', message: 'This does not undo the movement it names' }
  }
  if (isReversed) return { code: 'inventory.already_reversed', message: 'This movement was already undone' }
  return decideEffect(-movement.change, medicine)
}
