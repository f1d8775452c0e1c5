import { approvalPurposeOf, approvalSubject, type CreateTransaction } from '@mms/contracts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import { describeTransaction } from '../transactions/transaction-types.ts'
import { ApprovalDialog } from './approval.tsx'

interface ApprovalRequest {
  body: CreateTransaction
  medicine: PickedMedicine
}

export function useReturnApproval(handOver: (body: CreateTransaction, medicine: PickedMedicine) => unknown) {
  const [wanted, setWanted] = useState<ApprovalRequest | null>(null)
  const approved = useRef<ApprovalRequest | null>(null)
  const handOverApproved = useEffectEvent(() => {
    const taken = approved.current
    approved.current = null
    if (taken) void handOver(taken.body, taken.medicine)
  })
  // Wait until the dialog has given the focus back. Only then can the form move it to the next sale.
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

interface Props {
  approval: ReturnType<typeof useReturnApproval>
  idempotencyKey: () => string
}

export function ReturnApproval({ approval: { wanted, approve, cancel }, idempotencyKey }: Props) {
  if (!wanted) return null
  const { body, medicine } = wanted
  return (
    <ApprovalDialog
      purpose={approvalPurposeOf(body.type)}
      subject={approvalSubject(idempotencyKey(), body)}
      title={describeTransaction(body, medicine.name)}
      onApproved={approve}
      onCancel={cancel}
    />
  )
}
