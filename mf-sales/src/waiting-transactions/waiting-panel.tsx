import { outbox, useOutbox } from '@mms/sdk'
import { Alert, Box, Button, Stack } from '@mms/ui'
import type { Draft } from '../transaction-forms/draft.ts'
import { isTransaction, type WaitingTransaction } from '../transaction-forms/submission.ts'
import { EntryLine } from './entry-line.tsx'
import { OthersNote } from './others-note.tsx'
import { RefusedAlert } from './refused-alert.tsx'
import { StoppedAlert } from './stopped-alert.tsx'
import { WaitingList } from './waiting-list.tsx'

/** Stopped is also what is being taken back, and what waits for that: these need no decision. */
const needsDecision = ({ state, withdrawal, replaces }: WaitingTransaction): boolean =>
  state === 'stopped' && withdrawal === undefined && replaces === undefined

/** One whose first version was recorded may be a second record of it: each of these is decided by itself. */
const metErrors = ({ troubledMs = 0 }: WaitingTransaction): boolean => troubledMs > 0

interface Props {
  /** The key of what was refused and stands in the form again. */
  held: string | null
  onEditAgain: (draft: Draft) => void
}

/** What was recorded here and is not in the history yet, and what needs a decision. */
export function WaitingPanel({ held, onEditAgain }: Props) {
  const entries = useOutbox().filter(
    (entry): entry is WaitingTransaction => isTransaction(entry) && entry.key !== held,
  )
  const those = (state: WaitingTransaction['state']) => entries.filter((entry) => entry.state === state)
  const stopped = entries.filter(needsDecision)
  const troubled = stopped.filter(metErrors)
  // What is changed stands here once, as what takes its place.
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

/** A shop whose line was down for an hour does not press a button for each sale. */
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

/** What was to be changed or discarded had been recorded before; stays until it is dismissed. */
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
