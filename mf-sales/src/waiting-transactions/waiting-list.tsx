import { totalPaise } from '@mms/contracts'
import { Badge, Box, Card, Flex, formatRupees, Instant, Stack, Text } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import type { TransactionDraft } from '../draft/draft.ts'
import type { WaitingTransaction } from '../draft/submission.ts'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/waiting-transactions.ts'
import { TakeBackButtons } from './take-back-buttons.tsx'
import { useWithdraw } from './use-withdraw.ts'

interface Props extends Pick<EntryProps, 'onEdit'> {
  entries: WaitingTransaction[]
}

export function WaitingList({ entries, onEdit }: Props) {
  if (entries.length === 0) return null
  return (
    <Card
      title={words.waitingToBeSent}
      text={words.waitingText}
      borderStartWidth="4px"
      borderStartColor="yellow.solid"
    >
      <Stack as="ul" listStyleType="none" gap="0">
        {entries.map((entry) => (
          <Waiting key={entry.key} entry={entry} onEdit={onEdit} />
        ))}
      </Stack>
    </Card>
  )
}

function lookOf({ state, problem, withdrawal, replaces }: WaitingTransaction) {
  if (withdrawal) {
    const text = withdrawal.keep ? words.takenBackToChange : sharedWords.discarded
    return { text, color: tones.quiet, note: words.takenBackText }
  }
  if (replaces) return { text: sharedWords.changed, color: tones.waiting, note: words.sentAfterFirst }
  if (state === 'accepted') return { text: words.sentWaitingStock, color: tones.info, note: problem }
  if (state === 'stuck') return { text: words.needsAdministrator, color: tones.danger, note: words.stuckText }
  return { text: sharedWords.waiting, color: tones.waiting, note: problem }
}

const rowLook = { py: '3', gap: '3', borderTopWidth: '1px', _first: { borderTopWidth: '0' } } as const

export interface EntryProps {
  entry: WaitingTransaction
  onEdit: (draft: TransactionDraft) => void
}

function Waiting({ entry, onEdit }: EntryProps) {
  const decision = useWithdraw(entry, onEdit)
  const { text, color, note } = lookOf(entry)
  const said = decision.problem ?? note
  const isOver = entry.state === 'stuck' || entry.withdrawal?.keep === false
  return (
    <Flex {...rowLook} as="li" justify="space-between" align="start" wrap="wrap">
      <Box minW="0" flex={{ base: '1 1 100%', md: '1 1 0' }}>
        <EntryLine entry={entry} />
        {said ? (
          <Text color="fg.muted" textStyle="xs">
            {said}
          </Text>
        ) : null}
      </Box>
      <Flex gap="2" wrap="wrap" align="center">
        <Badge colorPalette={color}>{text}</Badge>
        {isOver ? null : <TakeBackButtons entry={entry} decision={decision} named />}
      </Flex>
    </Flex>
  )
}

export function EntryLine({ entry: { body, at, madeAt, title } }: { entry: WaitingTransaction }) {
  return (
    <>
      <Text fontWeight="semibold">{title}</Text>
      <Text color="fg.muted" textStyle="xs">
        {formatRupees(totalPaise(body.quantity, body.unitPrice) / 100)} · <Instant at={madeAt ?? at} />
      </Text>
    </>
  )
}
