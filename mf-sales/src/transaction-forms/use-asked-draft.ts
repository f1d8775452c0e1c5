import type { TransactionType } from '@mms/contracts'
import { useLocation, useNavigate } from '@mms/sdk'
import { useEffect } from 'react'
import { useMedicineById } from '../medicines/use-medicine-by-id.ts'
import { type Draft, drafts, newDraft } from './draft.ts'
import { emptyForm } from './form-values.ts'

/** What a link of another area asks to be recorded, in its state: `{ record: { medicineId, type: 'expired' } }` */
interface Asked {
  record?: { medicineId: string; type: TransactionType; note?: string }
}

/**
 * Begins what a link asks for: all that is in stock goes out, and the person checks and records it. Something half typed
 * is kept instead.
 */
export function useAskedDraft(userId: string | undefined, begin: (draft: Draft) => void): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const { record } = (state ?? {}) as Asked
  const { medicine, isUnknown } = useMedicineById(record?.medicineId ?? '')
  useEffect(() => {
    if (!record || !userId || !(medicine || isUnknown)) return
    // Once: a reload begins nothing.
    void navigate(pathname, { replace: true, state: null })
    if (!medicine || drafts.isKept(userId)) return
    const { type, note = '' } = record
    const quantity = String(Math.max(1, medicine.currentStock))
    const unitPrice = medicine.unitPrice.toFixed(2)
    begin(newDraft({ ...emptyForm, medicine, type, direction: 'decrease', quantity, unitPrice, note }))
  }, [record, userId, medicine, isUnknown, navigate, pathname, begin])
}
