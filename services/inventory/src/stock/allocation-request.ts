import { type CommandBatch, dateInWords, type StockCommand } from '@mms/contracts'
import type { Batch, BatchShare } from './batch.ts'
import { canBeSold, type Refusal, refusalOf } from './fefo.ts'
import type { Shelf } from './shelf.ts'

export type AllocationResult = { shares: BatchShare[] } | Refusal

export interface AllocationRequest {
  id: string
  command: StockCommand
  medicine: { _id: string; name: string; unitPrice: number; mrp?: number | null | undefined }
  effect: number
  shelf: Shelf
  /** True if the scanned batch number is under recall. */
  isRecalled: boolean
  day: string
  today: string
  at: string
}

export const findNamedBatch = (shelf: Shelf, { _id, number }: CommandBatch): Batch | undefined =>
  shelf.list().find((batch) => (_id === undefined ? batch.number === number : batch._id === _id))

const isPast = (date: string | null | undefined, day: string): date is string => date != null && date < day

/** Refuses to sell a scanned pack that is on hold or expired. `batch` is its batch on record, if any. */
export function refusalOfScanned(
  { command, medicine, isRecalled, day }: AllocationRequest,
  batch: Batch | undefined,
): Refusal | undefined {
  const { scanned, number, expiryDate } = command.batch ?? {}
  if (!scanned) return undefined
  const which = number === undefined ? `A pack of ${medicine.name}` : `Batch ${number} of ${medicine.name}`
  if (batch ? batch.status !== 'available' : isRecalled)
    return refusalOf('batch_held', `${which} is on hold and cannot be sold`)
  const expired = [expiryDate, batch?.expiryDate].find((date) => isPast(date, day))
  return expired
    ? refusalOf('batch_expired', `${which} expired on ${dateInWords(expired)} and cannot be sold`)
    : undefined
}

/** True if the scanned pack can never be sold, but its batch on record is sellable or missing. */
export function isUnsellablePack(
  { command, isRecalled, today }: AllocationRequest,
  batch: Batch | undefined,
): boolean {
  const { scanned, expiryDate } = command.batch ?? {}
  if (!scanned || (batch && !canBeSold(batch, today))) return false
  return isPast(expiryDate, today) || (!batch && isRecalled)
}
