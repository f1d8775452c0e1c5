import { Alert, Button } from '@mms/ui'
import { Changes } from './changes.tsx'
import type { Unsaved } from './use-unsaved.ts'

/** Says that the form holds more than what is stored, and from where. */
export function RestoredPanel({ unsaved }: { unsaved: Unsaved }) {
  if (unsaved.restored.length === 0) return null
  return (
    <Alert
      title="What you typed before is back"
      actions={
        <Button size="sm" variant="outline" bg="bg.panel" onClick={unsaved.discard}>
          Discard it
        </Button>
      }
    >
      It was not saved when you left this form.
      <Changes title="Not saved yet:" edits={unsaved.restored} />
    </Alert>
  )
}
