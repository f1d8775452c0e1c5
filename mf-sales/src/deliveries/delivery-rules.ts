import type { BatchLine, CreateTransaction, Question, Transaction, TransactionType } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { formatDate } from '@mms/ui'
import type { MedicineBatch } from '../batches/api.ts'
import { CORRECT_FIELDS, type FormRefusal } from '../draft/form-values.ts'
import { medicineKeys } from '../keys.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import * as words from '../words/deliveries.ts'

type LastDelivery = Pick<BatchLine, 'number' | 'expiryDate'>

/** Transactions to read. Some may be undone, so one is not enough. */
const LOOK_BACK = '10'

interface Known {
  batches: readonly MedicineBatch[]
  last: LastDelivery | undefined
}

/** For a batch number already in stock, the expiry date is known. */
function missingOf({ batch, newExpiryDate }: CreateTransaction, { batches }: Pick<Known, 'batches'>) {
  const number = batch?.number
  const isOnRecord = number !== undefined && batches.some((one) => one.number === number)
  return { number: number === undefined, date: newExpiryDate === undefined && !isOnRecord }
}

/** Requires batch and expiry date if the last delivery had them, so that expired stock stays separate. */
export function refusalOfDelivery(body: CreateTransaction, known: Known): FormRefusal | undefined {
  if (body.type !== 'purchase') return undefined
  const { batches, last } = known
  const missing = missingOf(body, known)
  const expired = batches.find(({ number, expiryDate }) => !number && expiryDate && expiryDate < storeToday())
  const errors = {
    ...(missing.date && last?.expiryDate && { newExpiryDate: words.lastHadExpiry }),
    ...(missing.number && last?.number && { batch: words.lastHadBatch }),
    ...(missing.date &&
      expired?.expiryDate && {
        [missing.number ? 'batch' : 'newExpiryDate']: words.enterBatch(formatDate(expired.expiryDate)),
      }),
  }
  return Object.keys(errors).length > 0 ? { problem: CORRECT_FIELDS, errors } : undefined
}

function askCost(
  { unitPrice: value, newUnitPrice, batch }: CreateTransaction,
  medicine: PickedMedicine,
): Question[] {
  const compared = batch?.unitPrice ?? newUnitPrice ?? medicine.unitPrice
  return value === compared && value > 0
    ? [{ code: 'cost_is_price', field: 'unitPrice', value, compared }]
    : []
}

function askBatch(missing: ReturnType<typeof missingOf>): Question[] {
  if (!missing.date) return []
  const nothing = { value: '', compared: '' }
  return missing.number
    ? [{ code: 'batch_missing', field: 'batch', ...nothing }]
    : [{ code: 'expiry_missing', field: 'newExpiryDate', ...nothing }]
}

/** Asked in the form only. The API call of the specification sends no batch, and the medicine's own price. */
export function questionsOfDelivery(
  body: CreateTransaction,
  medicine: PickedMedicine,
  known: Pick<Known, 'batches'>,
): Question[] {
  return body.type === 'purchase' ? [...askCost(body, medicine), ...askBatch(missingOf(body, known))] : []
}

/** Batch and expiry date of the last delivery. Undefined without a delivery or an answer. */
export function useLastDelivery(medicineId = '', type: TransactionType): LastDelivery | undefined {
  const { data = [] } = useGet<Transaction[]>(medicineKeys('deliveries', medicineId), TRANSACTIONS_PATH, {
    query: { medicineId, type: 'purchase', limit: LOOK_BACK },
    enabled: medicineId !== '' && type === 'purchase',
  })
  return data.find(({ reverses, reversedBy, lines }) => !reverses && !reversedBy && lines)?.lines?.[0]
}
