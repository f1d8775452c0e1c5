import type { TransactionType } from '@mms/contracts'
import { notify, useLocation, useNavigate } from '@mms/sdk'
import { useEffect } from 'react'
import { useMedicineById } from '../medicines/use-medicine-by-id.ts'
import { type Draft, drafts, newDraft } from './draft.ts'
import { emptyForm } from './form-values.ts'

/** Router state of a link from another area: `{ record: { medicineId, type: 'expired' } }`. */
interface Asked {
  record?: { medicineId: string; type: TransactionType; note?: string }
}

let begun = ''

/** Starts a draft for the whole stock, which the user checks and submits. A draft in progress stays. */
export function useLinkedDraft(userId: string | undefined, begin: (draft: Draft) => void): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const { record } = (state ?? {}) as Asked
  const { medicine, isUnknown } = useMedicineById(record?.medicineId ?? '')
  useEffect(() => {
    if (!record || !userId || !(medicine || isUnknown)) return
    void navigate(pathname, { replace: true, state: null })
    if (!medicine) return
    if (drafts.isKept(userId) && JSON.stringify(drafts.open(userId).values) !== begun) {
      notify.error('Another transaction is half typed', `Record or clear it before ${medicine.name}.`)
      return
    }
    const { type, note = '' } = record
    const quantity = String(Math.max(1, medicine.currentStock))
    const unitPrice = medicine.unitPrice.toFixed(2)
    const values = { ...emptyForm, medicine, type, direction: 'decrease', quantity, unitPrice, note } as const
    begun = JSON.stringify(values)
    begin(newDraft(values))
  }, [record, userId, medicine, isUnknown, navigate, pathname, begin])
}
