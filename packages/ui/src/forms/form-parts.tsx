import { Box, Flex } from '@chakra-ui/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../actions/buttons.tsx'
import { Alert } from '../feedback/alert.tsx'
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx'

interface EditListProps<Name extends string> {
  title: string
  edits: readonly { field: Name; from: string | boolean; to: string | boolean }[]
  labels: Record<Name, string>
}

/** Lists edits as *field: old → new*. Renders nothing if there are none. */
export function EditList<Name extends string>({ title, edits, labels }: EditListProps<Name>) {
  if (edits.length === 0) return null
  return (
    <Box mt="2">
      {title}
      <Box as="ul" ps="5" listStyleType="disc">
        {edits.map(({ field, from, to }) => (
          <li key={field}>
            {labels[field]}: {valueText(from)} → <strong>{valueText(to)}</strong>
          </li>
        ))}
      </Box>
    </Box>
  )
}

function valueText(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === '' ? '(empty)' : value
}

interface RestoredAlertProps<Name extends string> extends Pick<EditListProps<Name>, 'labels'> {
  restored: EditListProps<Name>['edits']
  onDiscard: () => void
}

/** Tells the user that unsaved edits were restored. */
export function RestoredAlert<Name extends string>(props: RestoredAlertProps<Name>) {
  const { restored, labels, onDiscard } = props
  if (restored.length === 0) return null
  return (
    <Alert
      title="Your unsaved entries were restored"
      actions={
        <Button size="sm" variant="outline" bg="bg.panel" onClick={onDiscard}>
          Discard them
        </Button>
      }
    >
      They were not saved when you left this form.
      <EditList title="Not saved yet:" edits={restored} labels={labels} />
    </Alert>
  )
}

interface FormActionsProps {
  busy: boolean
  submitLabel: string
  cancel: ReactNode
  onSaveAndAnother?: (() => void) | undefined
}

export function FormActions({ busy, submitLabel, cancel, onSaveAndAnother }: FormActionsProps) {
  return (
    <Flex
      gap="3"
      direction={{ base: 'column-reverse', sm: 'row' }}
      justify="flex-end"
      // Keeps the focus in the field. A blur could show an error and move the button, and the click would miss it.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Button asChild variant="outline">
        {cancel}
      </Button>
      {onSaveAndAnother ? (
        <Button variant="outline" disabled={busy} onClick={onSaveAndAnother}>
          Save and add another
        </Button>
      ) : null}
      <Button type="submit" loading={busy} loadingText="Saving...">
        {submitLabel}
      </Button>
    </Flex>
  )
}

/** Scrolls to the result of saving; focuses it if the button is gone or disabled. Needs a new `key` per message. */
export function SaveNotice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' })
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Box ref={box} tabIndex={-1} scrollMarginY="24">
      {children}
    </Box>
  )
}

interface Failed {
  failure: { prefix?: string; title: string; reason?: string } | null
}

export function SaveFailureAlert({ failure }: Failed) {
  if (failure === null) return null
  return (
    <SaveNotice key={failure.title}>
      <Alert status="error" prefix={failure.prefix} title={failure.title}>
        {failure.reason ? `${failure.reason} ` : ''}Nothing you typed is lost. You can save again.
      </Alert>
    </SaveNotice>
  )
}

interface LeaveDialogProps {
  isAsked: boolean
  leave: () => void
  stay: () => void
}

export function LeaveDialog({ isAsked, leave, stay }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={isAsked}
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
