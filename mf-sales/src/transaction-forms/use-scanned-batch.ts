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
/** What was read of the batches while another type was chosen holds so long, in milliseconds: an Enter may follow at once. */
const FRESH_MS = 30_000
/** What is done with a pack that may not be sold. */
export const ASIDE = 'Put it aside. Nothing was recorded.'

const numberOf = ({ batch }: ScannedPack) => batch?.trim().toUpperCase()

/** Why a pack of this batch is not sold, were it in the name of another; undefined where it can be. */
function reasonAgainst({ status, expiryDate }: MedicineBatch): string | undefined {
  if (status !== 'available') return 'is on hold'
  return expiryDate !== null && expiryDate < storeToday() ? `expired on ${formatDate(expiryDate)}` : undefined
}

/** What the code of a pack says of this very pack, which may be older than the rest of the shelf: whether it has expired. */
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
 * What the codes of packs say of their batch: a delivery's number and date are filled in; a sale is of that very batch, where
 * the server knows it and all are of one. Until it has answered, and where it does not, the sale is of what expires first.
 */
export function useScannedBatch(form: TransactionFormApi) {
  const queries = useQueryClient()

  const chooseKnown = (
    numbers: readonly string[],
    { name }: PickedMedicine,
    batches: readonly MedicineBatch[],
  ) => {
    const scanned = batches.filter(({ number }) => number !== null && numbers.includes(number))
    const bad = scanned.find(reasonAgainst)
    if (bad) {
      form.choose(null)
      return refuse(`Batch ${bad.number} of ${name} ${reasonAgainst(bad)}`, ASIDE)
    }
    const [only] = scanned
    const [, ...others] = sellable(batches, storeToday())
    if (!only || new Set(numbers).size > 1 || !others.includes(only)) return
    form.set('batch', nameOf(only))
    form.set('batchReason', SCANNED)
  }

  return (medicine: PickedMedicine, packs: readonly ScannedPack[]): void => {
    const numbers = packs.flatMap((pack) => numberOf(pack) || [])
    const [number] = numbers
    if (!number) return
    const { type } = form.read()
    if (type === 'purchase') {
      form.set('batch', number)
      const expiryDate = packs[0]?.expiryDate
      if (expiryDate) form.set('newExpiryDate', expiryDate)
    }
    const query = { ...batchQuery(medicine._id), staleTime: FRESH_MS }
    // The type may change to a sale.
    if (type !== 'sale') return void queries.prefetchQuery(query)
    const key = form.readKey()
    const isStillThis = () =>
      form.readKey() === key && form.read().type === 'sale' && form.read().batch === ''
    void queries
      .fetchQuery(query)
      .then((batches) => isStillThis() && chooseKnown(numbers, medicine, batches))
      .catch(() => undefined)
  }
}
