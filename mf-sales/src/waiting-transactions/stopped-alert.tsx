import { outbox } from '@mms/sdk'
import { Alert, Box, Button, Text } from '@mms/ui'
import type { Draft } from '../draft/draft.ts'
import type { WaitingTransaction } from '../draft/submission.ts'
import { EntryLine } from './entry-line.tsx'
import { TakeBackButtons } from './take-back-buttons.tsx'
import { useWithdraw } from './use-withdraw.ts'

interface Props {
  entry: WaitingTransaction
  onEdit: (draft: Draft) => void
}

/** For a transaction with only errors for 15 minutes, maybe recorded, or a replacement of a recorded original. */
export function StoppedAlert({ entry, onEdit }: Props) {
  const decision = useWithdraw(entry, onEdit)
  const { busy, problem } = decision
  const hasTrouble = (entry.troubledMs ?? 0) > 0
  return (
    <Alert
      status="warning"
      title={
        hasTrouble
          ? 'Not recorded yet: every try failed for 15 minutes'
          : 'Not sent: its first version was recorded already'
      }
      actions={
        <>
          <Button size="sm" disabled={busy} onClick={() => outbox.retry(entry.key)}>
            {hasTrouble ? 'Try again' : 'Record this one too'}
          </Button>
          <TakeBackButtons entry={entry} decision={decision} />
        </>
      }
    >
      <EntryLine entry={entry} />
      <Box textStyle="xs" mt="1" aria-live="polite">
        {busy ? <Text>QuestionState the server whether it was recorded...</Text> : null}
        {hasTrouble && !busy ? (
          <Text>It may have been recorded all the same; trying again never records it twice.</Text>
        ) : null}
        {busy ? null : <Text>{problem ?? entry.problem}</Text>}
      </Box>
    </Alert>
  )
}
