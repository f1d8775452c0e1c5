import { storeToday } from '@mms/sdk'
import { numberOf } from '@mms/sdk/form-rules'
import { useEffect, useEffectEvent, useRef } from 'react'
import { batchOfSale } from '../batches/choices.ts'
import { useBatches } from '../batches/use-batches.ts'
import type { TransactionFormApi } from '../draft/use-transaction-form.ts'
import { type PickedMedicine, useLastCost } from '../medicines/api.ts'

/**
 * Fills in the price of the sold batch, or the last cost of a purchase, and names the price of a purchase. A typed
 * price stays. A cost never stays in the form of another type.
 */
export function useUsualPrice(form: TransactionFormApi, medicine: PickedMedicine | null): string | undefined {
  const { type, batch: chosen, unitPrice } = form.values
  const selling = medicine?.unitPrice
  const batches = useBatches(medicine?._id)
  const cost = useLastCost(medicine?._id, type)
  const sold = type === 'sale' ? batchOfSale(batches, { chosen, today: storeToday() }) : undefined
  const price = (type === 'purchase' ? cost : sold?.unitPrice) ?? selling
  const lastType = useRef(type)
  const follow = useEffectEvent(() => {
    const isCost = lastType.current === 'purchase' && type !== 'purchase'
    lastType.current = type
    if (price === undefined || !(isCost || ['sale', 'purchase'].includes(type))) return
    const typed = numberOf(form.read().unitPrice)
    const isOfShelf = typed === selling || batches.some((batch) => batch.unitPrice === typed)
    if ((isCost ? typed === cost : isOfShelf) && typed !== price) form.set('unitPrice', price.toFixed(2))
  })
  const key = form.readKey()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chosen medicine begins a new key at its own price
  useEffect(() => follow(), [price, type, key])
  if (type !== 'purchase' || medicine === null) return undefined
  const typed = numberOf(unitPrice)
  if (typed === cost) return 'Last cost'
  return typed === selling ? 'Selling price' : undefined
}
