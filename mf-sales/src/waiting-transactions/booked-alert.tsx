import { Alert, Button } from '@mms/ui'
import type { WaitingTransaction } from '../transaction-forms/submission.ts'
import { EntryLine } from './entry-line.tsx'

/** Says, until somebody has seen it, that what was to be changed or discarded had been recorded before. */
export function BookedAlert({ entry, onSeen }: { entry: WaitingTransaction; onSeen: () => void }) {
  return (
    <Alert
      status="success"
      title="This was recorded already"
      actions={
        <Button size="sm" variant="outline" bg="bg.panel" onClick={onSeen}>
          Got it
        </Button>
      }
    >
      <EntryLine entry={entry} />
      Only its answer was lost. It stays recorded and stands in the history; undo it there if it is wrong.
    </Alert>
  )
}
