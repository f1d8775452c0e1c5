import { type OutboxState, outbox, useOutbox } from '@mms/sdk'
import { Badge, Box, Button, Card, Flex, Stack, Text } from '@mms/ui'
import { useState } from 'react'
import type { Draft } from '../transaction-forms/draft.ts'
import { isTransaction, type WaitingTransaction } from '../transaction-forms/submission.ts'
import { BookedAlert } from './booked-alert.tsx'
import { EntryLine } from './entry-line.tsx'
import { OthersNote } from './others-note.tsx'
import { RefusedAlert } from './refused-alert.tsx'
import { StoppedAlert } from './stopped-alert.tsx'

/** What was recorded here and is not in the history yet, and what needs somebody to look at it. */
export function WaitingPanel({ onEditAgain }: { onEditAgain: (draft: Draft) => void }) {
  const entries = useOutbox().filter(isTransaction)
  const [booked, setBooked] = useState<WaitingTransaction[]>([])
  const stopped = entries.filter(({ state }) => state === 'stopped')
  const waiting = entries.filter(({ state }) => state !== 'refused' && state !== 'stopped')
  return (
    <Stack gap="4" _empty={{ display: 'none' }}>
      {booked.map((entry) => (
        <BookedAlert
          key={entry.key}
          entry={entry}
          onSeen={() => setBooked((seen) => seen.filter(({ key }) => key !== entry.key))}
        />
      ))}
      {entries
        .filter(({ state }) => state === 'refused')
        .map((entry) => (
          <RefusedAlert key={entry.key} entry={entry} onEditAgain={onEditAgain} />
        ))}
      {stopped.length > 1 ? <TryAll entries={stopped} /> : null}
      {stopped.map((entry) => (
        <StoppedAlert
          key={entry.key}
          entry={entry}
          onEdit={onEditAgain}
          onBooked={(found) => setBooked((before) => [...before, found])}
        />
      ))}
      <WaitingList entries={waiting} />
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

function WaitingList({ entries }: { entries: WaitingTransaction[] }) {
  if (entries.length === 0) return null
  return (
    <Card
      title="Waiting to be sent"
      text="Kept in this browser and recorded once, as soon as the server answers. You can go on meanwhile."
      borderStartWidth="4px"
      borderStartColor="yellow.solid"
    >
      <Stack as="ul" listStyleType="none" gap="0">
        {entries.map((entry) => (
          <Waiting key={entry.key} entry={entry} />
        ))}
      </Stack>
    </Card>
  )
}

const badges: Partial<Record<OutboxState, { text: string; color: string }>> = {
  accepted: { text: 'Sent, waiting for the stock', color: 'blue' },
  stuck: { text: 'Needs an administrator', color: 'red' },
}

function noteOf({ state, problem }: WaitingTransaction): string | undefined {
  if (state !== 'stuck') return problem
  return 'The server has it and keeps it, but cannot finish it. Please do not record it again.'
}

function Waiting({ entry }: { entry: WaitingTransaction }) {
  const { text, color } = badges[entry.state] ?? { text: 'Waiting', color: 'yellow' }
  const note = noteOf(entry)
  return (
    <Flex
      as="li"
      py="3"
      gap="3"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
      justify="space-between"
      align="start"
      wrap="wrap"
    >
      <Box minW="0">
        <EntryLine entry={entry} />
        {note ? (
          <Text color="fg.muted" textStyle="xs">
            {note}
          </Text>
        ) : null}
      </Box>
      <Badge colorPalette={color}>{text}</Badge>
    </Flex>
  )
}
