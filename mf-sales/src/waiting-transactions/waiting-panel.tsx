import { outbox, useOutbox } from '@mms/sdk'
import { Box, Button, Stack } from '@mms/ui'
import type { Draft } from '../transaction-forms/draft.ts'
import { isTransaction, type WaitingTransaction } from '../transaction-forms/submission.ts'
import { BookedAlert } from './booked-alert.tsx'
import { OthersNote } from './others-note.tsx'
import { RefusedAlert } from './refused-alert.tsx'
import { StoppedAlert } from './stopped-alert.tsx'
import { WaitingList } from './waiting-list.tsx'

/** Stopped is also what is being taken back, and what waits for that: these need no decision. */
const needsDecision = ({ state, withdrawal, replaces }: WaitingTransaction): boolean =>
  state === 'stopped' && withdrawal === undefined && replaces === undefined

/** One whose first version was recorded may be a second record of it: each of these is decided by itself. */
const metErrors = ({ troubledMs = 0 }: WaitingTransaction): boolean => troubledMs > 0

/** What was recorded here and is not in the history yet, and what needs somebody to look at it. */
export function WaitingPanel({ onEditAgain }: { onEditAgain: (draft: Draft) => void }) {
  const entries = useOutbox().filter(isTransaction)
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
        <BookedAlert key={entry.key} entry={entry} onSeen={() => outbox.forget(entry.key)} />
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
