import type { BatchLine, Transaction, TransactionType } from '@mms/contracts'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'

export type LastDelivery = Pick<BatchLine, 'number' | 'expiryDate'>

/** Enough to find a delivery among undone ones. */
const LOOK_BACK = '10'

/** Batch and date of the medicine's last delivery. Undefined without a delivery or an answer. */
export function useLastDelivery(medicineId = '', type: TransactionType): LastDelivery | undefined {
  const { data = [] } = useGet<Transaction[]>(medicineKeys('deliveries', medicineId), TRANSACTIONS_PATH, {
    query: { medicineId, type: 'purchase', limit: LOOK_BACK },
    enabled: medicineId !== '' && type === 'purchase',
  })
  return data.find(({ reverses, reversedBy, lines }) => !reverses && !reversedBy && lines)?.lines?.[0]
}
