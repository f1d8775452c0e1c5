import type { BatchStatus, Batch as ShownBatch, UpdateBatch } from '@mms/contracts'
import { problem } from '@mms/service-kit'
import type { Batch } from '../shelves/rules.ts'

export const noSuchBatch = () => problem.notFound('inventory.batch_not_found', 'There is no such batch')

/** What is done with stock as a whole. */
export type HoldAction = 'quarantine' | 'recall' | 'release'

interface Hold {
  status: BatchStatus
  /** As the audit log names it. */
  done: string
  /** What it can be done to. */
  from: BatchStatus[]
}

export const holds: Record<HoldAction, Hold> = {
  quarantine: { status: 'quarantined', done: 'batch.quarantined', from: ['available'] },
  recall: { status: 'recalled', done: 'batch.recalled', from: ['available', 'quarantined'] },
  release: { status: 'available', done: 'batch.released', from: ['quarantined', 'recalled'] },
}

/** What a request says of a batch: what is left out stays. */
export function editedBatch<B extends Batch>(batch: B, input: UpdateBatch): B {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return { ...batch, ...given }
}

/** What a batch moved, by type of movement. */
export interface TypeSum {
  type: string
  units: number
}

/** Sums units by what became of them; the rest are adjustments. */
export function flowOf(sums: TypeSum[], stock: number) {
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

/** Staff sell without seeing what was paid. */
export function shownTo<B extends ShownBatch>({ role }: { role?: string | undefined }, batch: B): B {
  if (role === 'admin') return batch
  return { ...batch, costPrice: undefined }
}
