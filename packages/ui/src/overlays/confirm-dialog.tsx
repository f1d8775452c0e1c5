import type { ReactNode } from 'react'
import { Button } from '../actions/buttons.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  destructive?: boolean
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that cannot be undone. The focus starts on the button that cancels. */
export function ConfirmDialog({ open, title, children, onCancel, ...props }: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button variant="outline" onClick={onCancel} data-focus-first>
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            {...(props.destructive ? { colorPalette: 'red' } : {})}
            loading={props.busy}
            loadingText={props.busyLabel}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
