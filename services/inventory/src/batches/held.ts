import type { Actor } from '@mms/service-kit'
import type { Batch } from '../shelves/rules.ts'
import type { BatchChange } from './changes.ts'
import { type HoldAction, holds } from './rules.ts'

export function holdsOf(
  action: HoldAction,
  batches: Batch[],
  { reason, actor, at }: { reason: string; actor: Actor; at: Date },
): BatchChange[] {
  const { status, done, from } = holds[action]
  const held = status === 'available' ? null : { reason, by: actor.id, byName: actor.name.slice(0, 200), at }
  return batches
    .filter((batch) => from.includes(batch.status))
    .map((batch) => ({
      after: { ...batch, status },
      details: { held },
      action: done,
      said: {
        before: { batch: batch.number, status: batch.status },
        after: { batch: batch.number, status, reason },
      },
    }))
}
