import { paiseToRupees, type StockCommand } from '@mms/contracts'
import type { TransactionRecord } from '../transactions/rules.ts'

export function commandFor(record: TransactionRecord): StockCommand {
  const { medicineId, type, quantity, direction, reverses, createdBy, unitPricePaise } = record
  return {
    medicineId,
    type,
    quantity,
    direction: direction ?? 'increase',
    ...(reverses && { reverses }),
    ...(type === 'sale' && !reverses && { salePrice: paiseToRupees(unitPricePaise) }),
    actorId: createdBy,
  }
}

/** Builds the same command for an id in every release, because the first one stores it. */
export function commandOf(record: TransactionRecord): StockCommand {
  return record.command ?? commandFor(record)
}
