import type { NamedStockBatch } from '@mms/contracts'
import { newKey, notify } from '@mms/sdk'
import { formatRupees } from '@mms/ui'
import * as words from '../words/batches.ts'
import { batchCount, unitCount } from '../words/counts.ts'
import * as sharedWords from '../words/shared.ts'
import { emitMedicinesChanged, holdBatches, type RemovalKind, recordRemoval } from './api.ts'
import type { ReasonQuestion } from './reason-dialog.tsx'

type Held = Pick<NamedStockBatch, '_id' | 'number' | 'medicineName'>

const holds = {
  quarantine: { verb: sharedWords.quarantine, done: words.quarantined, text: words.heldText },
  release: { verb: sharedWords.release, done: words.released, text: words.releasedText },
} as const
export type HoldAction = keyof typeof holds

export const onlyOne = <Row>(rows: readonly Row[]): Row | undefined =>
  rows.length === 1 ? rows[0] : undefined

/** A recall or a quarantine may still hold a released batch. */
export function releasedText(batches: readonly NamedStockBatch[], text: string): string {
  const held = batches.filter(({ status }) => status !== 'available').length
  return held === 0 ? text : words.stillOnHold(batchCount(held))
}

export function holdQuestion(action: HoldAction, batches: readonly Held[]): ReasonQuestion {
  const { verb, done, text } = holds[action]
  const one = onlyOne(batches)
  return {
    title: `${verb} ${one ? words.batchOfMedicine(one) : batchCount(batches.length)}`,
    text,
    confirmLabel: verb,
    failure: words.batchesNotDone(done),
    async run(reason) {
      const changed = await holdBatches(action, { batchIds: batches.map(({ _id }) => _id), reason })
      const text = `${batchCount(batches.length)} ${done}`
      notify.success(action === 'release' ? releasedText(changed, text) : text)
    },
  }
}

export const stockValueOf = ({ stock, price }: Pick<NamedStockBatch, 'stock' | 'price'>): number =>
  Math.round(stock * price * 100) / 100

/** One transaction per batch. A retry does not repeat those already recorded. */
export function removalQuestion(
  kind: RemovalKind,
  batches: readonly NamedStockBatch[],
  isAdmin: boolean,
): ReasonQuestion {
  const { title, note, done, ...look } = words.removals[kind]
  const keys = new Map(batches.map(({ _id }) => [_id, newKey()]))
  const one = onlyOne(batches)
  const units = batches.reduce((sum, { stock }) => sum + stock, 0)
  const value = batches.reduce((sum, batch) => sum + stockValueOf(batch), 0)
  return {
    ...look,
    title: `${title}: ${batchCount(batches.length)}`,
    text: `${one ? `${words.batchOfMedicine(one)}: ` : ''}${words.leavesStock(unitCount(units), formatRupees(value))}`,
    confirmLabel: title,
    destructive: kind === 'write-off',
    failure: words.someNotDone(done),
    async run(text) {
      try {
        for (const batch of batches) {
          const key = keys.get(batch._id)
          if (!key) continue
          await recordRemoval(kind, batch, { key, note: `${note}: ${text}`, isAdmin })
          keys.delete(batch._id)
        }
      } finally {
        emitMedicinesChanged(batches)
      }
      notify.success(`${batchCount(batches.length)} ${done}`)
    },
  }
}
