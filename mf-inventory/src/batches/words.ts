import { type Batch, type BatchStatus, lastReturnDay } from '@mms/contracts'

export const statusNames: Record<BatchStatus, string> = {
  available: 'Available',
  quarantined: 'Quarantined',
  recalled: 'Recalled',
}

/** True until the supplier's last return day. Held batches may always go back. */
export function isReturnable(batch: Batch, today: string): boolean {
  const until = lastReturnDay(batch)
  return batch.status !== 'available' || until === null || today <= until
}

export const numberOf = ({ number }: Pick<Batch, 'number'>): string => number ?? 'No number'

export const batchName = ({ number }: Pick<Batch, 'number'>): string =>
  number === null ? 'stock without a number' : `batch ${number}`
