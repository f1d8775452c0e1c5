import type { DiscountBatches } from '@mms/contracts'
import { type Actor, problem } from '@mms/service-kit'
import type { Batch } from '../shelves/rules.ts'
import { canBeSold } from '../shelves/rules.ts'
import type { BatchChange, Locked } from './changes.ts'

/** Rounded to the paisa, and never free. */
export const discounted = (price: number, percent: number): number =>
  Math.max(0.01, Math.round(price * (100 - percent)) / 100)

export function discountsOf(
  { medicines }: Locked,
  batches: Batch[],
  { percent, actor, at, today }: Pick<DiscountBatches, 'percent'> & { actor: Actor; at: Date; today: string },
): BatchChange[] {
  return batches.map((batch) => {
    const medicine = medicines.get(batch.medicineId)
    if (!medicine || !canBeSold(batch, today)) {
      const which = `batch ${batch.number ?? 'without a number'} of ${medicine?.name}`
      throw problem.conflict(
        'inventory.batch_not_sold',
        `Nothing was discounted: ${which} ${batch.status === 'available' ? 'has expired' : 'is on hold'}`,
      )
    }
    const price = batch.unitPrice ?? medicine.unitPrice
    const unitPrice = discounted(medicine.unitPrice, percent)
    return {
      after: { ...batch, unitPrice },
      details: { discounted: { by: actor.id, byName: actor.name.slice(0, 200), at } },
      action: 'batch.discounted',
      said: {
        before: { batch: batch.number, unitPrice: price },
        after: { batch: batch.number, unitPrice, percent },
      },
    }
  })
}
