import { ConfirmDialog } from '@mms/ui'

interface Props {
  open: boolean
  onReplace: () => void
  onKeep: () => void
}

export function ReplaceDialog({ open, onReplace, onKeep }: Props) {
  return (
    <ConfirmDialog
      open={open}
      title="Replace what you are typing?"
      confirmLabel="Replace"
      cancelLabel="Keep typing"
      onConfirm={onReplace}
      onCancel={onKeep}
    >
      The form above holds another transaction that has not been recorded yet.
    </ConfirmDialog>
  )
}
