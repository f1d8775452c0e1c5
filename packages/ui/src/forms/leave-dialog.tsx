import { ConfirmDialog } from '../overlays/confirm-dialog.tsx'

export interface LeaveDialogProps {
  isAsked: boolean
  leave: () => void
  stay: () => void
}

export function LeaveDialog({ isAsked, leave, stay }: LeaveDialogProps) {
  if (!isAsked) return null
  return (
    <ConfirmDialog
      open
      destructive
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      cancelLabel="Keep editing"
      onConfirm={leave}
      onCancel={stay}
    >
      What you changed in this form has not been saved.
    </ConfirmDialog>
  )
}
