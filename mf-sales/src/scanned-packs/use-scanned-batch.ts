import { batchNumberSchema, type ScannedPack } from '@mms/contracts'
import { storeToday, useQueryClient } from '@mms/sdk'
import { formatDate } from '@mms/ui'
import type { MedicineBatch } from '../batches/api.ts'
import { batchValue, sellable } from '../batches/choices.ts'
import { batchQuery } from '../batches/use-batches.ts'
import type { TransactionFormApi } from '../draft/use-transaction-form.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { refuse } from '../scanner/refuse.ts'

const SCANNED = 'The pack that was scanned'
/** Milliseconds for which prefetched batches count as fresh. An Enter may follow at once. */
const FRESH_MS = 30_000
export const PUT_ASIDE = 'Put it aside. Nothing was recorded.'

export const batchNumberOf = ({ batch }: ScannedPack): string | undefined =>
  batchNumberSchema.safeParse(batch).data

/** Checks the scanned batch itself, even if the sale names another one. */
function reasonAgainst({ status, expiryDate }: MedicineBatch): string | undefined {
  if (status !== 'available') return 'is on hold'
  return expiryDate !== null && expiryDate < storeToday() ? `expired on ${formatDate(expiryDate)}` : undefined
}

export function warnOfExpired(
  { expiryDate, batch }: ScannedPack,
  { name }: PickedMedicine,
  todo: string,
): boolean {
  if (expiryDate === undefined || expiryDate >= storeToday()) return false
  const details = [batch && `Batch ${batch}.`, todo].filter(Boolean).join(' ')
  refuse(`This pack of ${name} expired on ${formatDate(expiryDate)}`, details)
  return true
}

/**
 * The scanned batch goes to the server, which decides. A delivery's number and date are filled in. A sale
 * shows its batch, or its refusal, once the batches are loaded.
 */
export function useScannedBatch(form: TransactionFormApi) {
  const queries = useQueryClient()

  const showKnown = (number: string, { name }: PickedMedicine, batches: readonly MedicineBatch[]) => {
    const scanned = batches.find((batch) => batch.number === number)
    const reason = scanned && reasonAgainst(scanned)
    if (reason) {
      form.choose(null)
      return refuse(`Batch ${number} of ${name} ${reason}`, PUT_ASIDE)
    }
    const [, ...others] = sellable(batches, storeToday())
    if (!scanned || !others.includes(scanned)) return
    const { pack } = form.read()
    form.set('batch', batchValue(scanned))
    form.set('batchReason', SCANNED)
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
    // The type may still change to a sale.
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
