import type { ScannedPack } from '@mms/contracts'
import { storeToday, useQueryClient } from '@mms/sdk'
import { formatDate } from '@mms/ui'
import type { MedicineBatch } from '../batches/api.ts'
import { nameOf, sellable } from '../batches/choices.ts'
import { batchQuery } from '../batches/use-batches.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { refuse } from '../scanner/refuse.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

const SCANNED = 'The pack that was scanned'

/** Why a pack of this batch is not sold, were it in the name of another; undefined where it can be. */
function reasonAgainst({ status, expiryDate }: MedicineBatch): string | undefined {
  if (status !== 'available') return 'is on hold'
  return expiryDate !== null && expiryDate < storeToday() ? `expired on ${formatDate(expiryDate)}` : undefined
}

/**
 * What the code of a pack says of its batch: a delivery's number and date are filled in; a sale is of that very batch, where
 * the server knows it. Until it has answered, and where it does not, the sale is of what expires first.
 */
export function useScannedBatch(form: TransactionFormApi) {
  const queries = useQueryClient()

  const chooseKnown = (number: string, { name }: PickedMedicine, batches: readonly MedicineBatch[]) => {
    const scanned = batches.find((batch) => batch.number === number)
    const reason = scanned && reasonAgainst(scanned)
    if (reason) {
      form.choose(null)
      return refuse(`Batch ${number} of ${name} ${reason}`, 'Put it aside. Nothing was recorded.')
    }
    const [first, ...others] = sellable(batches, storeToday())
    if (!scanned || scanned === first || !others.includes(scanned)) return
    form.set('batch', nameOf(scanned))
    form.set('batchReason', SCANNED)
  }

  return (medicine: PickedMedicine, { batch, expiryDate }: ScannedPack): void => {
    const number = batch?.trim().toUpperCase()
    if (!number) return
    const { type } = form.read()
    if (type === 'purchase') {
      form.set('batch', number)
      if (expiryDate) form.set('newExpiryDate', expiryDate)
    }
    if (type !== 'sale') return
    const key = form.readKey()
    const isStillThis = () =>
      form.readKey() === key && form.read().type === 'sale' && form.read().batch === ''
    void queries
      .fetchQuery(batchQuery(medicine._id))
      .then((batches) => isStillThis() && chooseKnown(number, medicine, batches))
      .catch(() => undefined)
  }
}
