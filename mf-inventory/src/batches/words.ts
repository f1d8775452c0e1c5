import type { Batch, BatchStatus } from '@mms/contracts'

export const statusNames: Record<BatchStatus, string> = {
  available: 'Available',
  quarantined: 'Quarantined',
  recalled: 'Recalled',
}

/** The stock that came in without a number on record. */
export const numberOf = ({ number }: Pick<Batch, 'number'>): string => number ?? 'No number'

/** `batch AB12`, within a sentence. */
export const batchName = ({ number }: Pick<Batch, 'number'>): string =>
  number === null ? 'stock without a number' : `batch ${number}`
