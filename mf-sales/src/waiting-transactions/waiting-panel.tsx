import { outbox, useOutbox } from '@mms/sdk'
import { Alert, Box, Button, Stack } from '@mms/ui'
import type { Draft } from '../transaction-forms/draft.ts'
import { isTransaction, type WaitingTransaction } from '../transaction-forms/submission.ts'
import { EntryLine } from './entry-line.tsx'
import { OthersNote } from './others-note.tsx'
import { RefusedAlert } from './refused-alert.tsx'
import { StoppedAlert } from './stopped-alert.tsx'
import { WaitingList } from './waiting-list.tsx'

/** Entries being withdrawn, or waiting for a withdrawal, are stopped too but need no decision. */
const needsDecision = ({ state, withdrawal, replaces }: WaitingTransaction): boolean =>
  state === 'stopped' && withdrawal === undefined && replaces === undefined

/** If its first version was recorded, it may be a duplicate. Each is decided on its own. */
const metErrors = ({ troubledMs = 0 }: WaitingTransaction): boolean => troubledMs > 0

interface Props {
  held: string | null
  onEditAgain: (draft: Draft) => void
}

export function WaitingPanel({ held, onEditAgain }: Props) {
  const entries = useOutbox().filter(
    (entry): entry is WaitingTransaction => isTransaction(entry) && entry.key !== held,
  )
  const those = (state: WaitingTransaction['state']) => entries.filter((entry) => entry.state === state)
  const stopped = entries.filter(needsDecision)
  const troubled = stopped.filter(metErrors)
  const replaced = new Set(entries.map(({ replaces }) => replaces))
  const waiting = entries.filter(
    (entry) =>
      !['refused', 'recorded'].includes(entry.state) && !needsDecision(entry) && !replaced.has(entry.key),
  )
  return (
    <Stack gap="4" _empty={{ display: 'none' }}>
      {those('recorded').map((entry) => (
        <BookedAlert key={entry.key} entry={entry} />
      ))}
      {those('refused').map((entry) => (
        <RefusedAlert key={entry.key} entry={entry} onEditAgain={onEditAgain} />
      ))}
      {troubled.length > 1 ? <TryAll entries={troubled} /> : null}
      {stopped.map((entry) => (
        <StoppedAlert key={entry.key} entry={entry} onEdit={onEditAgain} />
      ))}
      <WaitingList entries={waiting} onEdit={onEditAgain} />
      <OthersNote />
    </Stack>
  )
}

function TryAll({ entries }: { entries: WaitingTransaction[] }) {
  const retryAll = () => {
    for (const { key } of entries) outbox.retry(key)
  }
  return (
    <Box>
      <Button onClick={retryAll}>Try all {entries.length} again</Button>
    </Box>
  )
}

function BookedAlert({ entry }: { entry: WaitingTransaction }) {
  return (
    <Alert
      status="success"
      title="This was recorded already"
      actions={
        <Button size="sm" variant="outline" bg="bg.panel" onClick={() => outbox.forget(entry.key)}>
          Got it
        </Button>
      }
    >
      <EntryLine entry={entry} />
      Only its answer was lost. It stays recorded and stands in the history; undo it there if it is wrong.
    </Alert>
  )
}
