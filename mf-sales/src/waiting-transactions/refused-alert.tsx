import { outbox } from '@mms/sdk'
import { Alert, Button } from '@mms/ui'
import { useState } from 'react'
import { type Draft, drafts } from '../transaction-forms/draft.ts'
import type { WaitingTransaction } from '../transaction-forms/submission.ts'
import { ApproveButton } from './approve-button.tsx'
import { EntryLine } from './entry-line.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { beginAgain } from './use-withdraw.ts'

interface Props {
  entry: WaitingTransaction
  onEditAgain: (draft: Draft) => void
}

/** Stays until somebody has seen it: the goods may have left the counter. */
export function RefusedAlert({ entry, onEditAgain }: Props) {
  const [asking, setAsking] = useState(false)
  const editAgain = () => beginAgain(entry, onEditAgain)
  return (
    <>
      <Alert
        status="error"
        title={`Not recorded: ${entry.problem}`}
        actions={
          <>
            <Button
              size="sm"
              variant="outline"
              bg="bg.panel"
              onClick={() => (drafts.isKept(entry.userId) ? setAsking(true) : editAgain())}
            >
              Edit again
            </Button>
            {entry.errors?.approval ? <ApproveButton entry={entry} /> : null}
            <Button size="sm" variant="outline" onClick={() => outbox.forget(entry.key)}>
              Got it
            </Button>
          </>
        }
      >
        <EntryLine entry={entry} />
      </Alert>
      <ReplaceDialog open={asking} onReplace={editAgain} onKeep={() => setAsking(false)} />
    </>
  )
}
