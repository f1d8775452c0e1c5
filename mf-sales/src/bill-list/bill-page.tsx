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
  DataTable,
  Flex,
  formatDate,
  PageHeader,
  PageLoader,
  ProblemCard,
  Stack,
  Text,
  TextLink,
} from '@mms/ui'
import { type ComponentProps, useState } from 'react'
import { billColumn } from '../bill-tabs.tsx'
import { BillPaper } from '../bills/bill-paper.tsx'
import { PrintedPaper } from '../bills/print.tsx'
import { formatPaise, wordsOf } from '../bills/words.ts'
import { FigureList } from '../figure-list.tsx'
import { billKeys } from '../keys.ts'
import { BILLS_PATH } from '../paths.ts'
import { useStoreSettings } from '../store/api.ts'
import { useMoves, useNotes } from './api.ts'
import { PaymentsCard } from './payments-card.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { ShareButton } from './share-button.tsx'

const LOOK_AGAIN_MS = 2_000

export function BillPage() {
  usePageTitle('Bill')
  const { id = '' } = useParams()
  const back = useWayBack('/bills')
  const {
    data: bill,
    error,
    refetch,
  } = useGet<BillDocument>(billKeys(id), `${BILLS_PATH}/${encodeURIComponent(id)}`, {
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LOOK_AGAIN_MS : false),
  })
  if (error)
    return (
      <>
        <PageHeader title="Bill" />
        <ProblemCard title="Failed to load the bill" onRetry={() => void refetch()}>
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
          <DataTable caption="Lines" columns={columns} rows={bill.lines} rowKey={({ _id }) => _id} />
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
        <Link {...back}>All bills</Link>
      </Button>
      {bill.status === 'final' ? (
        <>
          <ShareButton bill={bill} />
          <Button onClick={() => setIsPrinting(true)}>Print</Button>
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

function Later({ bill }: { bill: BillDocument }) {
  const notes = useNotes(bill._id)
  const moves = useMoves(bill._id)
  const failed = [notes, moves].find(({ error }) => error)
  if (failed) return <ProblemCard {...problemOf(failed, 'Failed to load payments and returns')} />
  if (!notes.data || !moves.data) return null
  const later = { bill, notes: notes.data, moves: moves.data }
  return (
    <>
      <PaymentsCard {...later} />
      <Returns {...later} />
    </>
  )
}

function Returns({ bill, notes, moves }: ComponentProps<typeof PaymentsCard>) {
  const [isReturning, setReturning] = useState(false)
  const [printing, setPrinting] = useState<BillDocument | null>(null)
  const paper = usePaper()
  const earlier = notes.map(earlierNoteOf)
  const isLeft = bill.lines.some((line) => returnableUnits(line, earlier) > 0)
  return (
    <Card
      title="Returns"
      actions={
        isLeft ? <Button onClick={() => setReturning(true)}>Return</Button> : <Badge>All returned</Badge>
      }
    >
      {notes.length === 0 ? (
        <Text color="fg.muted">Nothing was returned.</Text>
      ) : (
        <DataTable caption="Credit notes" columns={noteColumns} rows={notes} rowKey={({ _id }) => _id} />
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
  billColumn('Credit note'),
  { header: 'Day', cell: ({ day }) => formatDate(day) },
  { header: 'Reason', cell: ({ reason }) => reason },
  { header: 'Refund', align: 'end', cell: ({ payable }) => formatPaise(payable) },
]

const statusAlerts: Partial<Record<BillDocument['status'], [title: string, text: string]>> = {
  pending: ['Waiting for inventory', 'It is booked as soon as inventory answers.'],
  refused: ['Refused: nothing was sold', 'The counter uses its number again.'],
}

function Notes({
  bill: { status, handedOver, overLimit, lines, approvedBy, sentBy, creditOf, reason },
}: {
  bill: BillDocument
}) {
  const alert = statusAlerts[status]
  const found = creditOf ? [] : lines.filter((line) => line.found > 0 || line.writtenOff > 0)
  return (
    <>
      {alert ? (
        <Alert status="warning" title={alert[0]}>
          {alert[1]}
        </Alert>
      ) : null}
      {status === 'void' ? (
        <Alert status="warning" title={`Void, because its bill is lost: ${reason}`} />
      ) : null}
      {creditOf ? (
        <Alert
          status="info"
          title={`Credit note of ${creditOf.number}`}
          actions={
            <TextLink asChild variant="underline">
              <Link to={`/bills/${creditOf._id}`}>Open the bill</Link>
            </TextLink>
          }
        >
          {reason}
        </Alert>
      ) : null}
      {found.length > 0 ? (
        <Alert status="warning" title="The books lacked some of it">
          {found.map(({ _id, name, ...line }) => (
            <Text key={_id}>
              {name}: {differenceText(line)}
            </Text>
          ))}
        </Alert>
      ) : null}
      {overLimit ? <Alert status="warning" title={`Sold without approval: ${overLimit}`} /> : null}
      <Flex gap="2" wrap="wrap">
        {handedOver ? <Badge colorPalette="blue">Handed over before the answer</Badge> : null}
        {approvedBy ? <Badge>Approved by {approvedBy.name}</Badge> : null}
        {sentBy ? <Badge>Sent by {sentBy.name}</Badge> : null}
      </Flex>
    </>
  )
}

const differenceText = ({ found, writtenOff }: Pick<ShownBillLine, 'found' | 'writtenOff'>): string =>
  [
    found > 0 && `${found} units more were sold than the books had`,
    writtenOff > 0 && `${writtenOff} units came from a batch that cannot be sold`,
  ]
    .filter(Boolean)
    .join('; ')

const columns: Column<ShownBillLine>[] = [
  {
    header: 'Medicine',
    primary: true,
    cell: ({ medicineId, name, schedule }) => (
      <>
        <TextLink asChild display="inline" fontWeight="semibold">
          <PageLink page={MEDICINE_PAGE} params={{ id: medicineId }}>
            {name || 'Unknown medicine'}
          </PageLink>
        </TextLink>
        {schedule === 'none' ? null : <Text textStyle="xs">Schedule {schedule}</Text>}
      </>
    ),
  },
  {
    header: 'Batch',
    cell: ({ batches, batchReason, of, writtenOff }) => (
      <>
        {batches.map(({ number, expiryDate }) => (
          <Text key={number}>
            {number ?? 'No number'}
            {expiryDate ? `, Exp ${formatDate(expiryDate)}` : null}
          </Text>
        ))}
        {batchReason ? <Text textStyle="xs">{batchReason}</Text> : null}
        {of && writtenOff > 0 ? <Text textStyle="xs">Written off</Text> : null}
      </>
    ),
  },
  { header: 'Quantity', align: 'end', cell: (line) => packText(line.units, line) },
  { header: 'MRP', align: 'end', cell: ({ packMrp }) => (packMrp === null ? '-' : formatPaise(packMrp)) },
  { header: 'Price', align: 'end', cell: ({ packPrice }) => formatPaise(packPrice) },
  {
    header: 'Discount',
    align: 'end',
    cell: ({ discount, share }) => (discount + share === 0 ? '-' : formatPaise(discount + share)),
  },
  { header: 'GST', align: 'end', cell: ({ rateBp }) => (rateBp === 0 ? '-' : `${rateBp / 100} %`) },
  { header: 'Amount', align: 'end', cell: ({ net }) => formatPaise(net) },
]

function Figures({ bill }: { bill: BillDocument }) {
  const { rates, total, roundOff, payable, payments, customer, doctor, seller, creditOf } = bill
  const words = wordsOf(bill)
  const tax = rates.reduce((sum, { cgst, sgst, igst }) => sum + cgst + sgst + igst, 0)
  const figures: [string, string][] = [
    ['Total', formatPaise(total)],
    ...(tax > 0 ? [['GST inside', formatPaise(tax)] as [string, string]] : []),
    ['Round-off', formatPaise(roundOff)],
    [words.payable, formatPaise(payable)],
    // The payments card shows a bill's payments with their moves.
    ...(creditOf ? payments : []).map(({ mode, amount }): [string, string] => [
      words.modes[mode],
      formatPaise(amount),
    ]),
    [words.seller, seller.name],
    ['Customer', [customer?.name, customer?.phone].filter(Boolean).join(' · ') || '-'],
    ...(doctor ? [['Doctor', doctor.name] as [string, string]] : []),
  ]
  return (
    <Card>
      <FigureList figures={figures} />
    </Card>
  )
}
