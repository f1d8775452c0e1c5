import { outbox, useOthersWaiting, useOutbox, useSession } from '@mms/sdk'
import { Alert, Box, Button, ConfirmDialog, Stack, Text } from '@mms/ui'
import { useState } from 'react'
import type { Draft } from '../draft/draft.ts'
import { isTransaction, type WaitingTransaction } from '../draft/submission.ts'
import { EntryLine } from './entry-line.tsx'
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
        <RecordedAlert key={entry.key} entry={entry} />
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

function RecordedAlert({ entry }: { entry: WaitingTransaction }) {
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

type Others = ReturnType<typeof useOthersWaiting>[number]

function OthersNote() {
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  return useOthersWaiting().map((others, index) => (
    <Alert
      // biome-ignore lint/suspicious/noArrayIndexKey: two users may share a name
      key={index}
      title={`${others.count === 1 ? '1 record' : `${others.count} records`} of ${nameOf(others)} not sent yet`}
      actions={isAdmin ? <DiscardButton {...others} /> : null}
    >
      Kept in this browser until {others.name ?? 'that person'} signs in here again.
    </Alert>
  ))
}

const nameOf = ({ name }: Others) => name ?? 'another person'

/** For users who will not return. A disabled user cannot sign in. */
function DiscardButton(others: Others) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        open={isAsking}
        destructive
        title={`Discard what ${nameOf(others)} did not send?`}
        confirmLabel="Discard"
        onConfirm={() => outbox.forgetOthers(others.userId)}
        onCancel={() => setAsking(false)}
      >
        <Text>
          Record what really happened yourself. Transactions that reached the server stay in the history.
        </Text>
        <Box as="ul" mt="3" ps="5" listStyleType="disc">
          {others.titles.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two sales may look the same
            <li key={index}>{title}</li>
          ))}
        </Box>
      </ConfirmDialog>
    </>
  )
}
