import { type Batch, type BatchStatus, lastReturnDay } from '@mms/contracts'

export const statusNames: Record<BatchStatus, string> = {
  available: 'Available',
  quarantined: 'Quarantined',
  recalled: 'Recalled',
}

/** Whether the supplier takes it back on the store's date `today`; what is held, whenever it does. */
export function isReturnable(batch: Batch, today: string): boolean {
  const until = lastReturnDay(batch)
  return batch.status !== 'available' || until === null || today <= until
}

/** The stock that came in without a number on record. */
export const numberOf = ({ number }: Pick<Batch, 'number'>): string => number ?? 'No number'

/** `batch AB12`, within a sentence. */
export const batchName = ({ number }: Pick<Batch, 'number'>): string =>
  number === null ? 'stock without a number' : `batch ${number}`
