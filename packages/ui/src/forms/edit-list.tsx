import { Box } from '@chakra-ui/react'
import { Button } from '../actions/buttons.tsx'
import { Alert } from '../feedback/alert.tsx'

export interface EditListProps<Name extends string> {
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
export function RestoredAlert<Name extends string>({
  restored,
  labels,
  onDiscard,
}: RestoredAlertProps<Name>) {
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
