import { outbox } from '@mms/sdk'
import { Alert, Box, Button, ConfirmDialog, Text } from '@mms/ui'
import { useState } from 'react'
import { type Draft, drafts } from '../transaction-forms/draft.ts'
import { draftOf, type WaitingTransaction } from '../transaction-forms/submission.ts'
import { EntryLine } from './entry-line.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { useWithdraw } from './use-withdraw.ts'

const quiet = { size: 'sm', variant: 'outline', bg: 'bg.panel' } as const

interface Props {
  entry: WaitingTransaction
  onEdit: (draft: Draft) => void
  /** It turned out that it had been recorded before. */
  onBooked: (entry: WaitingTransaction) => void
}

/** Met nothing but errors for 15 minutes: asks what is to become of it. Its first try may have been recorded. */
export function StoppedAlert({ entry, onEdit, onBooked }: Props) {
  const [asking, setAsking] = useState<'replace' | 'discard' | null>(null)
  const { busy, problem, withdraw } = useWithdraw(entry)
  const takeBack = async (then?: () => void) => {
    setAsking(null)
    const status = await withdraw({ keep: then !== undefined })
    if (status === 'withdrawn') then?.()
    if (status === 'done') onBooked(entry)
  }
  const edit = () => {
    const before = drafts.trace(entry.userId)
    void takeBack(() => {
      const { userId, key } = entry
      // Somebody else was served while the server was asked: what was taken back waits as its card until it is edited.
      if (drafts.isKept(userId) && drafts.trace(userId) !== before && outbox.find(key)) return
      outbox.forget(key)
      onEdit(draftOf(entry))
    })
  }
  return (
    <>
      <Alert
        status="warning"
        title="Not recorded yet: for 15 minutes there were only errors"
        actions={
          <>
            <Button size="sm" disabled={busy} onClick={() => outbox.retry(entry.key)}>
              Try again
            </Button>
            <Button
              {...quiet}
              disabled={busy}
              onClick={() => (drafts.isKept(entry.userId) ? setAsking('replace') : edit())}
            >
              Edit
            </Button>
            <Button {...quiet} disabled={busy} onClick={() => setAsking('discard')}>
              Discard
            </Button>
          </>
        }
      >
        <EntryLine entry={entry} />
        <Box textStyle="xs" mt="1" aria-live="polite">
          {busy ? (
            <Text>Asking the server whether it was recorded...</Text>
          ) : (
            <Why problem={problem} entry={entry} />
          )}
        </Box>
      </Alert>
      <ReplaceDialog open={asking === 'replace'} onReplace={edit} onKeep={() => setAsking(null)} />
      <ConfirmDialog
        open={asking === 'discard'}
        destructive
        title="Discard this transaction?"
        confirmLabel="Discard"
        onConfirm={() => void takeBack()}
        onCancel={() => setAsking(null)}
      >
        {entry.title}. The server is asked first: if it was recorded after all, it stays recorded.
      </ConfirmDialog>
    </>
  )
}

function Why({ problem, entry }: { problem: string | null; entry: WaitingTransaction }) {
  return (
    <>
      <Text>
        {problem === null
          ? 'It may have been recorded all the same; trying again never records it twice.'
          : 'Nothing was changed: only the server knows whether it was recorded.'}
      </Text>
      <Text>{problem ?? entry.problem}</Text>
    </>
  )
}
