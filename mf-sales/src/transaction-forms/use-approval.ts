import type { CreateTransaction } from '@mms/contracts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'

/** A return that waits for an administrator. */
export interface Wanted {
  body: CreateTransaction
  medicine: PickedMedicine
}

/** Asks an administrator, and hands over what was approved. */
export function useApproval(handOver: (body: CreateTransaction, medicine: PickedMedicine) => unknown) {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const approved = useRef<Wanted | null>(null)
  const handOverApproved = useEffectEvent(() => {
    const taken = approved.current
    approved.current = null
    if (taken) void handOver(taken.body, taken.medicine)
  })
  // Once the dialog is gone, which gives the focus back to where it was: then the form moves it to the next sale.
  useEffect(() => {
    if (!wanted) handOverApproved()
  }, [wanted])
  return {
    wanted,
    ask: setWanted,
    cancel: () => setWanted(null),
    approve: (approval: string) => {
      approved.current = wanted && { ...wanted, body: { ...wanted.body, approval } }
      setWanted(null)
    },
  }
}
export type ApprovalRequest = ReturnType<typeof useApproval>
