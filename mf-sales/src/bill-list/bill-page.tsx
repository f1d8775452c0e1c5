import type { BillDocument, ShownBillLine } from '@mms/contracts'
import { earlierNoteOf, MEDICINE_PAGE, movedPayments, packText, returnableUnits } from '@mms/contracts'
import { Link, reasonText, usePageTitle, useParams, useWayBack } from '@mms/sdk'
import { PageLink } from '@mms/sdk/pages'
import { problemOf, useGet } from '@mms/sdk/queries'
import {
  Alert,
  Badge,
  Button,
  Card,
  type Column,
  Flex,
  formatDate,
  PageHeader,
  PageLoader,
  ProblemCard,
  Stack,
  Text,
  TextLink,
} from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { useState } from 'react'
import { formatPaise } from '../amounts.ts'
import { createBillColumn } from '../bill-tabs.tsx'
import { BillPaper } from '../bills/bill-paper.tsx'
import { joinTexts, type SumRow, sumTexts } from '../bills/paper-tables.ts'
import { PrintedPaper } from '../bills/print.tsx'
import { useBillSending } from '../bills/use-bill-sending.ts'
import { FigureList, RecordTable } from '../elements.tsx'
import { billKeys } from '../keys.ts'
import { BILLS_PATH } from '../paths.ts'
import { useStoreSettings } from '../store/api.ts'
import * as words from '../words/bill-list.ts'
import * as billingWords from '../words/billing.ts'
import { schedule as scheduleWords, wordsOf } from '../words/bills.ts'
import * as sharedWords from '../words/shared.ts'
import { useBillNotes, usePaymentMoves } from './api.ts'
import { type BillPayments, PaymentsCard, useMoveId } from './payments-card.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { ShareButton } from './share-button.tsx'

const LOOK_AGAIN_MS = 2_000

export function BillPage() {
  useBillSending()
  usePageTitle(billingWords.bill)
  const { id = '' } = useParams()
  const back = useWayBack('/bills')
  const path = `${BILLS_PATH}/${encodeURIComponent(id)}`
  const {
    data: bill,
    error,
    refetch,
  } = useGet<BillDocument>(billKeys(id), path, {
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LOOK_AGAIN_MS : false),
  })
  if (error && !bill)
    return (
      <>
        <PageHeader title={billingWords.bill} />
        <ProblemCard title={words.failedLoadBill} onRetry={() => void refetch()}>
          {reasonText(error)}
        </ProblemCard>
      </>
    )
  if (!bill) return <PageLoader />
  return (
    <>
      <PageHeader title={`${bill.title} ${bill.number}`} actions={<Actions bill={bill} back={back} />} />
      <Stack gap="4">
        <Notes bill={bill} />
        <Card p="0" overflow="hidden">
          <RecordTable caption={words.lines} columns={columns} rows={bill.lines} />
        </Card>
        <Figures bill={bill} />
        {bill.status === 'final' && !bill.creditOf ? <Later key={id} bill={bill} /> : null}
      </Stack>
    </>
  )
}

function usePaper() {
  const { data, isPending } = useStoreSettings()
  return isPending ? undefined : (data?.paper ?? 'A5')
}

function Actions({ bill, back }: { bill: BillDocument; back: ReturnType<typeof useWayBack> }) {
  const [isPrinting, setIsPrinting] = useState(false)
  const paper = usePaper()
  return (
    <>
      <Button asChild variant="ghost">
        <Link {...back}>{words.allBills}</Link>
      </Button>
      {bill.status === 'final' ? (
        <>
          <ShareButton bill={bill} />
          <Button onClick={() => setIsPrinting(true)}>{billingWords.print}</Button>
        </>
      ) : null}
      {isPrinting && paper ? (
        <PrintedPaper paper={paper} onPrinted={() => setIsPrinting(false)}>
          <BillPaper bill={bill} paper={paper} isDuplicate />
        </PrintedPaper>
      ) : null}
    </>
  )
}

function Later({ bill }: Pick<BillPayments, 'bill'>) {
  const notes = useBillNotes(bill._id)
  const moves = usePaymentMoves(bill._id)
  const moveId = useMoveId(moves.data)
  const failed = [notes, moves].find(({ error, data }) => error && !data)
  if (failed) return <ProblemCard {...problemOf(failed, words.failedLoadPayments)} />
  if (!notes.data || !moves.data) return null
  const later = { bill, notes: notes.data, moves: moves.data }
  return (
    <>
      <PaymentsCard {...later} moveId={moveId} />
      <Returns {...later} />
    </>
  )
}

function Returns({ bill, notes, moves }: BillPayments) {
  const [isReturning, setReturning] = useState(false)
  const [printing, setPrinting] = useState<BillDocument | null>(null)
  const paper = usePaper()
  const earlier = notes.map(earlierNoteOf)
  const isLeft = bill.lines.some((line) => returnableUnits(line, earlier) > 0)
  return (
    <Card
      title={sharedWords.returns}
      actions={
        isLeft ? (
          <Button onClick={() => setReturning(true)}>{sharedWords.returnAction}</Button>
        ) : (
          <Badge>{words.allReturned}</Badge>
        )
      }
    >
      {notes.length === 0 ? (
        <Text color="fg.muted">{words.noReturnsYet}</Text>
      ) : (
        <RecordTable caption={billingWords.creditNotes} columns={noteColumns} rows={notes} />
      )}
      {isReturning ? (
        <ReturnDialog
          bill={{ ...bill, payments: movedPayments(bill.payments, moves) as BillDocument['payments'] }}
          notes={notes}
          onMade={(note) => {
            setReturning(false)
            setPrinting(note)
          }}
          onClose={() => setReturning(false)}
        />
      ) : null}
      {printing && paper ? (
        <PrintedPaper paper={paper} onPrinted={() => setPrinting(null)}>
          <BillPaper bill={printing} paper={paper} isDuplicate={false} />
        </PrintedPaper>
      ) : null}
    </Card>
  )
}

const noteColumns: Column<BillDocument>[] = [
  createBillColumn(billingWords.creditNote),
  { header: billingWords.day, cell: ({ day }) => formatDate(day) },
  { header: billingWords.reason, cell: ({ reason }) => reason },
  { header: words.refund, align: 'end', cell: ({ payable }) => formatPaise(payable) },
]

function Notes({ bill }: { bill: BillDocument }) {
  const { status, handedOver, overLimit, lines, approvedBy, sentBy, creditOf, reason } = bill
  const found = creditOf ? [] : lines.filter((line) => line.found > 0 || line.writtenOff > 0)
  // A later release may know more states.
  const [title, text] =
    {
      final: [],
      pending: [words.waitingInventory, words.bookedSoon],
      refused: [words.refusedNothingSold, words.numberReused],
      void: [words.voidBillLost(reason)],
    }[status] ?? []
  return (
    <>
      {title ? (
        <Alert status="warning" title={title}>
          {text}
        </Alert>
      ) : null}
      {creditOf ? (
        <Alert
          status="info"
          title={words.creditNote(creditOf.number)}
          actions={
            <TextLink asChild variant="underline">
              <Link to={`/bills/${creditOf._id}`}>{words.openBill}</Link>
            </TextLink>
          }
        >
          {reason}
        </Alert>
      ) : null}
      {found.length > 0 ? (
        <Alert status="warning" title={words.soldMoreThanStock}>
          {found.map(({ _id, name, ...line }) => (
            <Text key={_id}>
              {name}: {differenceText(line)}
            </Text>
          ))}
        </Alert>
      ) : null}
      {overLimit ? <Alert status="warning" title={words.soldWithoutApproval(overLimit)} /> : null}
      <Flex gap="2" wrap="wrap">
        {handedOver ? <Badge colorPalette={tones.info}>{words.handedOverUnanswered}</Badge> : null}
        {approvedBy ? <Badge>{words.approvedBy(approvedBy.name)}</Badge> : null}
        {sentBy ? <Badge>{words.sentBy(sentBy.name)}</Badge> : null}
      </Flex>
    </>
  )
}

const differenceText = ({ found, writtenOff }: Pick<ShownBillLine, 'found' | 'writtenOff'>): string =>
  [found > 0 && words.soldBeyondStock(found), writtenOff > 0 && words.soldFromHeld(writtenOff)]
    .filter(Boolean)
    .join('; ')

const columns: Column<ShownBillLine>[] = [
  {
    header: sharedWords.medicine,
    primary: true,
    cell: ({ medicineId, name, schedule }) => (
      <>
        <TextLink asChild display="inline" fontWeight="semibold">
          <PageLink page={MEDICINE_PAGE} params={{ id: medicineId }}>
            {name || words.unknownMedicine}
          </PageLink>
        </TextLink>
        {schedule === 'none' ? null : <Text textStyle="xs">{scheduleWords(schedule)}</Text>}
      </>
    ),
  },
  {
    header: sharedWords.batch,
    cell: ({ batches, batchReason, of, writtenOff }) => (
      <>
        {batches.map(({ number, expiryDate }) => (
          <Text key={number}>
            {number ?? sharedWords.noNumber}
            {expiryDate ? words.thenExpires(formatDate(expiryDate)) : null}
          </Text>
        ))}
        {batchReason ? <Text textStyle="xs">{batchReason}</Text> : null}
        {of && writtenOff > 0 ? <Text textStyle="xs">{words.writtenOff}</Text> : null}
      </>
    ),
  },
  { header: sharedWords.quantity, align: 'end', cell: (line) => packText(line.units, line) },
  { header: words.mrp, align: 'end', cell: ({ packMrp }) => (packMrp === null ? '-' : formatPaise(packMrp)) },
  { header: words.price, align: 'end', cell: ({ packPrice }) => formatPaise(packPrice) },
  {
    header: billingWords.discount,
    align: 'end',
    cell: ({ discount, share }) => (discount + share === 0 ? '-' : formatPaise(discount + share)),
  },
  {
    header: billingWords.gst,
    align: 'end',
    cell: ({ rateBp }) => (rateBp === 0 ? '-' : `${rateBp / 100} %`),
  },
  { header: billingWords.amount, align: 'end', cell: ({ net }) => formatPaise(net) },
]

function Figures({ bill }: { bill: BillDocument }) {
  const { rates, total, roundOff, payable, payments, customer, doctor, seller, creditOf } = bill
  const shown = wordsOf(bill)
  const tax = rates.reduce((sum, { cgst, sgst, igst }) => sum + cgst + sgst + igst, 0)
  const sums: SumRow[] = [
    [sharedWords.total, total],
    ...(tax > 0 ? [[words.gstInside, tax] as const] : []),
    [billingWords.roundOff, roundOff],
    [shown.payable, payable],
    // Only for credit notes. A bill's payments are in the payments card, with their corrections.
    ...(creditOf ? payments : []).map(({ mode, amount }) => [shown.modes[mode], amount] as const),
  ]
  const figures = [
    ...sumTexts(sums),
    [shown.seller, seller.name] as const,
    [billingWords.customer, joinTexts(customer?.name, customer?.phone) || '-'] as const,
    ...(doctor ? [[billingWords.doctor, doctor.name] as const] : []),
  ]
  return (
    <Card>
      <FigureList figures={figures} />
    </Card>
  )
}
