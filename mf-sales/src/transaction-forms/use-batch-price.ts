import { storeToday } from '@mms/sdk'
import { numberOf } from '@mms/sdk/form-rules'
import { useEffect, useEffectEvent } from 'react'
import type { MedicineBatch } from '../batches/api.ts'
import { batchOfSale } from '../batches/choices.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

export function useBatchPrice(
  form: TransactionFormApi,
  { unitPrice: medicinePrice }: PickedMedicine,
  batches: readonly MedicineBatch[],
): void {
  const { type, batch: chosen } = form.values
  const batch = type === 'sale' ? batchOfSale(batches, { chosen, today: storeToday() }) : undefined
  const price = batch && (batch.unitPrice ?? medicinePrice)
  const follow = useEffectEvent((next: number) => {
    const typed = numberOf(form.read().unitPrice)
    const isOfShelf = typed === medicinePrice || batches.some(({ unitPrice }) => unitPrice === typed)
    if (isOfShelf && typed !== next) form.set('unitPrice', next.toFixed(2))
  })
  useEffect(() => {
    if (price !== undefined) follow(price)
  }, [price])
}
