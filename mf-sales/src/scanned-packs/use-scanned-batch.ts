import { readBatchNumber, type ScannedPack } from '@mms/contracts'
import { storeToday, useQueryClient } from '@mms/sdk'
import { formatDate } from '@mms/ui'
import type { MedicineBatch } from '../batches/api.ts'
import { batchOptionValue, sellableBatches } from '../batches/choices.ts'
import { batchQuery } from '../batches/use-batches.ts'
import type { TransactionFormApi } from '../draft/use-transaction-form.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { notifyRefusal } from '../scanner/refuse.ts'
import * as words from '../words/scanned-packs.ts'
import * as sharedWords from '../words/shared.ts'

/** Milliseconds for which prefetched batches count as fresh. */
const FRESH_MS = 30_000
export const PACK_PUT_ASIDE = words.putAsideNothingRecorded

export const batchNumberOf = ({ batch }: ScannedPack): string | undefined => readBatchNumber(batch)

/** Checks the scanned batch itself, even if the user chose another one. */
function reasonAgainst({ status, expiryDate }: MedicineBatch): string | undefined {
  if (status !== 'available') return words.isOnHold
  return expiryDate !== null && expiryDate < storeToday()
    ? words.expiredOn(formatDate(expiryDate))
    : undefined
}

export function warnOfExpired(
  { expiryDate, batch }: ScannedPack,
  { name }: PickedMedicine,
  todo: string,
): boolean {
  if (expiryDate === undefined || expiryDate >= storeToday()) return false
  const details = [batch && words.batchNumbered(batch), todo].filter(Boolean).join(' ')
  notifyRefusal(words.packExpired(name, formatDate(expiryDate)), details)
  return true
}

/**
 * The scanned batch is sent with the transaction, and the server decides. In a delivery, number and date are
 * filled in. In a sale, the form shows the batch or its refusal as soon as the batches are loaded.
 */
export function useScannedBatch(form: TransactionFormApi) {
  const queries = useQueryClient()

  const showKnown = (number: string, { name }: PickedMedicine, batches: readonly MedicineBatch[]) => {
    const scanned = batches.find((batch) => batch.number === number)
    const reason = scanned && reasonAgainst(scanned)
    if (reason) {
      form.choose(null)
      return notifyRefusal(words.batchRefused(number, name, reason), PACK_PUT_ASIDE)
    }
    const [, ...others] = sellableBatches(batches, storeToday())
    if (!scanned || !others.includes(scanned)) return
    const { pack } = form.read()
    form.set('batch', batchOptionValue(scanned))
    form.set('batchReason', sharedWords.scannedPack)
    form.set('pack', pack)
  }

  return (medicine: PickedMedicine, packs: readonly ScannedPack[]): void => {
    const pack = packs.find(({ batch, expiryDate }) => batch ?? expiryDate)
    if (!pack) return
    const number = batchNumberOf(pack)
    const { expiryDate } = pack
    const { type } = form.read()
    form.set('batch', (type === 'purchase' && number) || '')
    form.set('batchReason', '')
    form.set(
      'pack',
      number || expiryDate ? { ...(number && { number }), ...(expiryDate && { expiryDate }) } : null,
    )
    if (!number) return
    if (type === 'purchase' && expiryDate) form.set('newExpiryDate', expiryDate)
    const query = { ...batchQuery(medicine._id), staleTime: FRESH_MS }
    // Prefetch, because the type may still change to a sale.
    if (type !== 'sale') return void queries.prefetchQuery(query)
    const key = form.readKey()
    const isStillThis = () =>
      form.readKey() === key && form.read().type === 'sale' && form.read().pack?.number === number
    void queries
      .fetchQuery(query)
      .then((batches) => isStillThis() && showKnown(number, medicine, batches))
      .catch(() => undefined)
  }
}
