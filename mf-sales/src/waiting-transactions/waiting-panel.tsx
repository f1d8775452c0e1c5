import { useOutbox } from '@mms/sdk'
import { Badge, Box, Card, Flex, Stack, Text } from '@mms/ui'
import type { Draft } from '../transaction-forms/draft.ts'
import { isTransaction, type WaitingTransaction } from '../transaction-forms/submission.ts'
import { EntryLine } from './entry-line.tsx'
import { RefusedAlert } from './refused-alert.tsx'

/** What was recorded here and is not in the history yet, and what the server has refused since. */
export function WaitingPanel({ onEditAgain }: { onEditAgain: (draft: Draft) => void }) {
  const entries = useOutbox().filter(isTransaction)
  const refused = entries.filter(({ state }) => state === 'refused')
  const waiting = entries.filter(({ state }) => state !== 'refused')
  return (
    <Stack gap="4" _empty={{ display: 'none' }}>
      {refused.map((entry) => (
        <RefusedAlert key={entry.key} entry={entry} onEditAgain={onEditAgain} />
      ))}
      {waiting.length > 0 ? (
        <Card
          title="Waiting to be sent"
          text="Kept in this browser and recorded once, as soon as the server answers. You can go on meanwhile."
          borderStartWidth="4px"
          borderStartColor="yellow.solid"
        >
          <Stack as="ul" listStyleType="none" gap="0">
            {waiting.map((entry) => (
              <Waiting key={entry.key} entry={entry} />
            ))}
          </Stack>
        </Card>
      ) : null}
    </Stack>
  )
}

function Waiting({ entry }: { entry: WaitingTransaction }) {
  const isAccepted = entry.state === 'accepted'
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
        {entry.problem ? (
          <Text color="fg.muted" textStyle="xs">
            {entry.problem}
          </Text>
        ) : null}
      </Box>
      <Badge colorPalette={isAccepted ? 'blue' : 'yellow'}>
        {isAccepted ? 'Sent, waiting for the stock' : 'Waiting'}
      </Badge>
    </Flex>
  )
}
