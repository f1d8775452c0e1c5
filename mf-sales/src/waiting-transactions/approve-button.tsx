import { newKey, outbox } from '@mms/sdk'
import { Button } from '@mms/ui'
import { useState } from 'react'
import { ApprovalDialog } from '../returns/approval-dialog.tsx'
import { originOf } from '../transaction-forms/draft.ts'
import { itemOf, type WaitingTransaction } from '../transaction-forms/submission.ts'

/** A return that was refused to staff, once more and with the approval of an administrator. */
export function ApproveButton({ entry }: { entry: WaitingTransaction }) {
  // Another key: the old one was answered.
  const [key, setKey] = useState<string | null>(null)
  const record = (approval: string) => {
    setKey(null)
    outbox.forget(entry.key)
    const origin = originOf({ replaces: undefined, madeAt: entry.madeAt })
    void outbox.submit(itemOf(key as string, { ...entry.body, approval }, entry.about, origin))
  }
  return (
    <>
      <Button size="sm" onClick={() => setKey(newKey())}>
        Ask an administrator
      </Button>
      {key ? (
        <ApprovalDialog
          body={entry.body}
          idempotencyKey={key}
          title={entry.title}
          onApproved={record}
          onCancel={() => setKey(null)}
        />
      ) : null}
    </>
  )
}
