import { approvalPurposeOf, approvalSubject } from '@mms/contracts'
import { newKey, outbox } from '@mms/sdk'
import { Alert, Button } from '@mms/ui'
import { useState } from 'react'
import { type Draft, drafts, originOf } from '../draft/draft.ts'
import { outboxItemOf, type WaitingTransaction } from '../draft/submission.ts'
import { ApprovalDialog } from '../returns/approval.tsx'
import { EntryLine } from './entry-line.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { reopenDraft } from './use-withdraw.ts'

interface Props {
  entry: WaitingTransaction
  onEditAgain: (draft: Draft) => void
}

/** Stays until dismissed, because the goods may have left the counter. */
export function RefusedAlert({ entry, onEditAgain }: Props) {
  const [asking, setAsking] = useState(false)
  const editAgain = () => reopenDraft(entry, onEditAgain)
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

function ApproveButton({ entry }: { entry: WaitingTransaction }) {
  const [key, setKey] = useState<string | null>(null)
  const record = (approval: string) => {
    setKey(null)
    outbox.forget(entry.key)
    const origin = originOf({ replaces: undefined, madeAt: entry.madeAt })
    void outbox.submit(outboxItemOf(key as string, { ...entry.body, approval }, entry.about, origin))
  }
  return (
    <>
      <Button size="sm" onClick={() => setKey(newKey())}>
        Ask an administrator
      </Button>
      {key ? (
        <ApprovalDialog
          purpose={approvalPurposeOf(entry.body.type)}
          subject={approvalSubject(key, entry.body)}
          title={entry.title}
          onApproved={record}
          onCancel={() => setKey(null)}
        />
      ) : null}
    </>
  )
}
