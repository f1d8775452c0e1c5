import type { ApprovalPurpose } from '@mms/contracts'
import { problem, type ReadApproval } from '@mms/service-kit'

export interface Person {
  id: string
  name: string
}

interface Asking {
  sender: Person
  isAdmin: boolean
  isProven: boolean
}

/** Returns who lifts a staff limit: an administrator with a recent password proof, or the approver of this document. */
export function approverOf(
  { sender, isAdmin, isProven }: Asking,
  read: Awaited<ReturnType<ReadApproval>>,
  { purpose, subject }: { purpose: ApprovalPurpose; subject: string },
): Person | null {
  if (isAdmin && isProven) return sender
  const isForThis = read?.purpose === purpose && read.callerId === sender.id && read.subject === subject
  return isForThis ? read.by : null
}

export const approvalRequiredProblem = (message: string) =>
  problem.forbidden('sales.approval_required', message, { errors: { approval: message } })
