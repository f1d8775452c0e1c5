import { MEDICINE_PAGE, type Transaction } from '@mms/contracts'
import { Link, storeDateOf, useSession, useStoreToday } from '@mms/sdk'
import { PageLink } from '@mms/sdk/pages'
import {
  Box,
  Button,
  type Column,
  Flex,
  formatCount,
  formatDate,
  formatRupees,
  Instant,
  Text,
  TextLink,
  UndoIcon,
  VisuallyHidden,
} from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { lazy, Suspense, useState } from 'react'
import { Badges, RecordTable } from '../elements.tsx'
import { confirmedText } from '../words/questions.ts'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/transactions.ts'
import { RetryButton } from './retry-button.tsx'
import { medicineName, transactionTitle, typeLooks } from './transaction-types.ts'
import { describeRestoration } from './undo.ts'
import { UndoDialog } from './undo-dialog.tsx'

const RecordDialog = lazy(async () => ({ default: (await import('./record-dialog.tsx')).RecordDialog }))

interface Props {
  transactions: readonly Transaction[]
  stale: boolean
}

export function HistoryTable({ transactions, stale }: Props) {
  const [toUndo, setToUndo] = useState<Transaction | null>(null)
  const [toShow, setToShow] = useState<Transaction | null>(null)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const actions: Column<Transaction> = {
    header: sharedWords.actions,
    screenOnly: true,
    align: 'end',
    cell: (transaction) => (
      <Flex justify="flex-end" wrap={{ base: 'wrap', xl: 'nowrap' }}>
        {isAdmin && transaction.stuckSince ? (
          <RetryButton transaction={transaction} />
        ) : (
          <UndoButton transaction={transaction} onUndo={setToUndo} />
        )}
        {transaction.sample ? (
          <span aria-hidden>–</span>
        ) : (
          <Button
            {...actionLook}
            aria-label={words.historyOf(transactionTitle(transaction))}
            onClick={() => setToShow(transaction)}
          >
            {words.history}
          </Button>
        )}
      </Flex>
    ),
  }
  return (
    <>
      <RecordTable
        caption={sharedWords.transactions}
        columns={[...columns, actions]}
        rows={transactions}
        stale={stale}
      />
      {toShow ? (
        <Suspense fallback={null}>
          <RecordDialog transaction={toShow} onClose={() => setToShow(null)} />
        </Suspense>
      ) : null}
      {toUndo ? <UndoDialog transaction={toUndo} onClose={() => setToUndo(null)} /> : null}
    </>
  )
}

const actionLook = { size: { base: 'sm', lg: 'xs' }, variant: 'ghost', me: { base: '-3', lg: '-2' } } as const

const columns: Column<Transaction>[] = [
  {
    header: sharedWords.date,
    brief: true,
    cell: (transaction) => (
      <Box>
        <Instant at={transaction.createdAt} />
        <OtherTimes {...transaction} />
        <Recorder {...transaction} />
      </Box>
    ),
  },
  { header: sharedWords.medicine, primary: true, cell: (transaction) => <MedicineCell {...transaction} /> },
  { header: words.type, brief: true, cell: (transaction) => <Type {...transaction} /> },
  { header: sharedWords.quantity, brief: true, align: 'end', cell: quantityOf },
  { header: words.unitPrice, align: 'end', cell: ({ unitPrice }) => formatRupees(unitPrice) },
  { header: sharedWords.total, brief: true, align: 'end', cell: (transaction) => <Total {...transaction} /> },
  { header: sharedWords.note, wrap: true, cell: (transaction) => <Note {...transaction} /> },
]

const hiddenIfClosed = { 'tr[data-closed] &': { lgDown: { display: 'none' } } }

function MedicineCell(transaction: Transaction) {
  const { category, deleted } = transaction.medicineId ?? {}
  return (
    <>
      <Flex align="baseline" columnGap="2" wrap="wrap">
        <Text fontWeight="semibold">
          <Name {...transaction} />
        </Text>
        <Text color="fg.muted" textStyle="xs" css={hiddenIfClosed}>
          {category}
          {deleted ? words.deletedSuffix : null}
        </Text>
      </Flex>
      <BatchNote {...transaction} />
    </>
  )
}

function Name(transaction: Transaction) {
  const name = medicineName(transaction)
  if (!transaction.medicineId) return name
  return (
    <TextLink asChild display="inline">
      <PageLink page={MEDICINE_PAGE} params={{ id: transaction.medicineId._id }}>
        {name}
      </PageLink>
    </TextLink>
  )
}

/**
 * Shown below the time, because a separate column would leave too little room for the medicine. Long names
 * break at spaces; longer words break anywhere.
 */
function Recorder({ sample, recordedBy }: Transaction) {
  const name = sample ? words.sampleData : recordedBy?.name
  if (!name) return null
  return (
    <Text color="fg.muted" textStyle="xs" maxW="10rem" ms={{ base: 'auto', lg: '0' }} css={breakWords}>
      <VisuallyHidden>{words.by} </VisuallyHidden>
      {name}
    </Text>
  )
}

function OtherTimes({ cancelledAt, recordedAt, claimedAt }: Transaction) {
  const times = [
    [sharedWords.discarded, cancelledAt],
    [sharedWords.recordedLabel, recordedAt],
    [words.computersClock, claimedAt],
  ] as const
  return times.map(([what, at]) =>
    at ? (
      <Text key={what} color="fg.muted" textStyle="xs">
        {what} <Instant at={at} />
      </Text>
    ) : null,
  )
}

const breakWords = { whiteSpace: 'normal', overflowWrap: 'break-word' } as const

function quantityOf({ type, direction, quantity }: Transaction): string {
  if (type !== 'adjustment') return formatCount(quantity)
  return `${direction === 'decrease' ? '−' : '+'}${formatCount(quantity)}`
}

function Type({ type, status, stuckSince, reverses, reversedBy }: Transaction) {
  const badges = [
    [true, typeLooks[type].palette, typeLooks[type].name],
    [status === 'pending' && !stuckSince, tones.waiting, sharedWords.waiting],
    [stuckSince, tones.danger, words.stuck],
    [status === 'cancelled', tones.quiet, sharedWords.discarded],
    [reverses, tones.soon, sharedWords.undo],
    [reversedBy, tones.soon, sharedWords.undone],
  ] as const
  return <Badges of={badges} align="center" justify={{ base: 'flex-end', lg: 'flex-start' }} />
}

function Total({ totalAmount, reversedBy, status }: Transaction) {
  const hasNoEffect = reversedBy !== null || status === 'cancelled'
  return (
    <Text as="span" fontWeight="semibold" {...(hasNoEffect ? { as: 's', color: 'fg.muted' } : {})}>
      {formatRupees(totalAmount)}
    </Text>
  )
}

function Note(transaction: Transaction) {
  const { note, stuckSince, reason, restoration, bill } = transaction
  const values = describeRestoration(restoration)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  return (
    <Box maxW={{ lg: '16rem' }} whiteSpace="pre-line">
      {bill ? (
        <TextLink asChild display="inline">
          <Link to={`/bills/${bill._id}`}>{bill.number}</Link>
        </TextLink>
      ) : null}
      {note || (values || bill ? null : '-')}
      {values ? <Text textStyle="xs">{values}</Text> : null}
      {isAdmin && stuckSince && reason ? (
        <Text color="fg.error" textStyle="xs">
          {reason}
        </Text>
      ) : null}
      <ConfirmedNote {...transaction} />
    </Box>
  )
}

const isUndoable = ({ status, sample, reverses, reversedBy, medicineId, bill }: Transaction) =>
  status === 'completed' && !bill && !sample && !reverses && !reversedBy && !medicineId?.deleted

/** Staff may undo what they recorded today. */
function useMayUndo({ recordedBy, recordedAt, createdAt }: Transaction): boolean {
  const isToday = storeDateOf(recordedAt ?? createdAt) === useStoreToday()
  return useSession(({ user }) => user?.role === 'admin' || (isToday && recordedBy?._id === user?.id))
}

interface UndoButtonProps {
  transaction: Transaction
  onUndo: (transaction: Transaction) => void
}

function UndoButton({ transaction, onUndo }: UndoButtonProps) {
  const mayUndo = useMayUndo(transaction)
  if (!mayUndo || !isUndoable(transaction)) return null
  return (
    <Button
      {...actionLook}
      aria-label={words.undoOf(typeLooks[transaction.type].name.toLowerCase(), medicineName(transaction))}
      onClick={() => onUndo(transaction)}
    >
      <UndoIcon aria-hidden />
      {sharedWords.undo}
    </Button>
  )
}

function ConfirmedNote({ confirmed = [], recordedBy, approvedBy }: Transaction) {
  const textOf = (questions: typeof confirmed) => questions.map(confirmedText).join('; ')
  const asked = textOf(confirmed.filter(({ unasked }) => !unasked))
  const found = textOf(confirmed.filter(({ unasked }) => unasked))
  const by = recordedBy?.name ? words.confirmedBy(recordedBy.name) : ''
  const lines = [
    asked && words.askedAbout(asked, by),
    found && words.unconfirmedAbout(found),
    approvedBy && words.approvedBy(approvedBy.name),
  ]
  return lines.map((line) =>
    line ? (
      <Text key={line} color="fg.muted" textStyle="xs">
        {line}
      </Text>
    ) : null,
  )
}

type Line = NonNullable<Transaction['lines']>[number]

function lineText({ number, expiryDate, effect }: Line, isOneOfMany: boolean): string {
  const units = isOneOfMany ? `${formatCount(Math.abs(effect))} × ` : ''
  const name = number === null ? words.noBatchNumber : words.batchNumbered(number)
  return `${units}${name}${expiryDate ? words.thenExpires(formatDate(expiryDate)) : ''}`
}

function BatchNote({ lines = [], batch }: Transaction) {
  const isSaid = lines.some(({ number, expiryDate }) => number !== null || expiryDate !== null)
  if (!isSaid && !batch?.number) return null
  const texts = isSaid
    ? lines.map((line) => lineText(line, lines.length > 1))
    : [words.batchNumbered(batch?.number)]
  return (
    <Text color="fg.muted" textStyle="xs" overflowWrap="anywhere">
      {texts.join(' · ')}
      {batch?.reason ? ` (${batch.reason})` : null}
    </Text>
  )
}
