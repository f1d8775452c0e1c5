import type { BillDocument, CreateNote, CreatePaymentMove, OpenCredit, PaymentMove } from '@mms/contracts'
import { ApiError, http } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { billKeys } from '../keys.ts'
import { readOwnCounter } from '../own-counter.ts'
import { BILLS_PATH } from '../paths.ts'

const pathOf = (billId: string, list: string) => `${BILLS_PATH}/${encodeURIComponent(billId)}/${list}`

export const useBillNotes = (billId: string) =>
  useGet<BillDocument[]>(billKeys(billId, 'notes'), pathOf(billId, 'notes'))

export const usePaymentMoves = (billId: string) =>
  useGet<PaymentMove[]>(billKeys(billId, 'moves'), pathOf(billId, 'payment-moves'))

/** True if the server may have done it, for instance after a proxy's error. Resending is safe. */
export const isUnanswered = (error: unknown) =>
  error !== null && !(error instanceof ApiError && error.problem && error.status < 500)

/** Adds this browser's counter, so that its drawer records the money. */
async function withCounter<Body extends object>(body: Body) {
  const own = await readOwnCounter()
  return { ...body, ...(own && { counter: { _id: own._id, secret: own.secret } }) }
}

export const createBillNote = async (billId: string, note: CreateNote): Promise<BillDocument> => {
  const body = await withCounter(note)
  return (await http.post<BillDocument>(pathOf(billId, 'notes'), { body, quiet: true })).data
}

export const createPaymentMove = async (billId: string, move: CreatePaymentMove): Promise<PaymentMove> => {
  const body = await withCounter(move)
  return (await http.post<PaymentMove>(pathOf(billId, 'payment-moves'), { body, quiet: true })).data
}

export const useOpenCredits = (phone: string) =>
  useGet<OpenCredit[]>(billKeys('credits', phone), `${BILLS_PATH}/credits`, {
    query: { phone },
    enabled: phone !== '',
  })
