import type { StockCommand } from '@mms/contracts'
import type { TransactionRecord } from '../transactions/rules.ts'

/** The command of a transaction, in the words of release 0.1. Frozen: its rows hold no command. */
export function version1Command(record: TransactionRecord): StockCommand {
  const { medicineId, type, quantity, direction, reverses, createdBy } = record
  return {
    medicineId,
    type,
    quantity,
    direction: direction ?? 'increase',
    ...(reverses && { reverses }),
    actorId: createdBy,
  }
}

/**
 * The command to inventory that carries out a transaction: the same for its id whichever release sends it,
 * because the first one writes it down.
 */
export function commandOf(record: TransactionRecord): StockCommand {
  return record.command ?? version1Command(record)
}
