import { ConfirmDialog } from '@mms/ui'
import * as words from '../words/waiting-transactions.ts'

interface Props {
  open: boolean
  onReplace: () => void
  onKeep: () => void
}

export function ReplaceDialog({ open, onReplace, onKeep }: Props) {
  return (
    <ConfirmDialog
      open={open}
      title={words.replaceQuestion}
      confirmLabel={words.replace}
      cancelLabel={words.keepTyping}
      onConfirm={onReplace}
      onCancel={onKeep}
    >
      {words.replaceText}
    </ConfirmDialog>
  )
}
