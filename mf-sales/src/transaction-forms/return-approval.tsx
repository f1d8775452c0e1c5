import { ApprovalDialog } from '../returns/approval-dialog.tsx'
import { describe } from '../transactions/transaction-types.ts'
import type { ApprovalRequest } from './use-approval.ts'

interface Props {
  approval: ApprovalRequest
  idempotencyKey: () => string
}

/** Where an administrator approves what is in the form. */
export function ReturnApproval({ approval: { wanted, approve, cancel }, idempotencyKey }: Props) {
  if (!wanted) return null
  const { body, medicine } = wanted
  return (
    <ApprovalDialog
      body={body}
      idempotencyKey={idempotencyKey()}
      title={describe(body, medicine.name)}
      onApproved={approve}
      onCancel={cancel}
    />
  )
}
