import type { BatchStatus, Batch as ShownBatch, UpdateBatch } from '@mms/contracts'
import { problem } from '@mms/service-kit'
import type { Batch } from './batch-rules.ts'

export const noSuchBatch = () => problem.notFound('inventory.batch_not_found', 'There is no such batch')

export type HoldAction = 'quarantine' | 'recall' | 'release'

interface Hold {
  status: BatchStatus
  done: string
  from: BatchStatus[]
}

export const holdActions: Record<HoldAction, Hold> = {
  quarantine: { status: 'quarantined', done: 'batch.quarantined', from: ['available'] },
  recall: { status: 'recalled', done: 'batch.recalled', from: ['available', 'quarantined'] },
  release: { status: 'available', done: 'batch.released', from: ['quarantined', 'recalled'] },
}

export function editedBatch<B extends Batch>(batch: B, input: UpdateBatch): B {
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return { ...batch, ...changes }
}

export interface TypeSum {
  type: string
  units: number
}

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

/** Staff may not see cost prices. */
export function shownTo<B extends ShownBatch>({ role }: { role?: string | undefined }, batch: B): B {
  if (role === 'admin') return batch
  return { ...batch, costPrice: undefined }
}
