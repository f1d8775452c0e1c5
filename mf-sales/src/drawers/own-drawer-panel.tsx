import { type Drawer, financialYearOf } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { Alert, Button, Card, type Column, Flex, Instant, Spinner, Stack, Text } from '@mms/ui'
import { useState } from 'react'
import { formatPaise } from '../amounts.ts'
import type { DrawerRequest } from '../bills/drawer-journal.ts'
import { paymentModeSums, type SumRow, sumTexts } from '../bills/paper-tables.ts'
import type { Desk } from '../bills/use-desk.ts'
import { Action, FigureList, RecordTable } from '../elements.tsx'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/drawers.ts'
import * as sharedWords from '../words/shared.ts'
import { ClosingDialog } from './closing-dialog.tsx'
import { type CashDirection, CashEntryDialog, OpeningForm } from './drawer-forms.tsx'
import { type OwnDrawer, useOwnDrawer } from './own-drawer.ts'

interface Props {
  desk: Desk
  onPrint: (drawer: Drawer) => void
}

export function OwnDrawerPanel({ desk, onPrint }: Props) {
  const { own, isAway } = useOwnDrawer(desk)
  if (!own) return <Spinner />
  const { drawer, requests } = own
  const refused = requests.filter(({ problem }) => problem)
  return (
    <Stack gap="4">
      {isAway ? (
        <Alert status="info" title={words.noServerAnswer}>
          {words.ownFigures}
        </Alert>
      ) : null}
      {refused.map((request) => (
        <Refused key={request.id} request={request} desk={desk} />
      ))}
      {drawer && !drawer.closing ? (
        <OpenDrawerCard {...{ desk, drawer, own, onPrint }} isOffline={isAway} />
      ) : (
        <>
          {drawer ? <LastDrawer drawer={drawer} onPrint={() => onPrint(drawer)} /> : null}
          <OpeningForm key={drawer?._id} desk={desk} pharmacist={drawer?.pharmacist ?? ''} />
        </>
      )}
    </Stack>
  )
}

const nameOf = ({ body }: DrawerRequest): string =>
  'float' in body
    ? words.openingWith(formatPaise(body.float))
    : `${words.entryKinds[body.kind]}, ${formatPaise(body.amount)}: ${body.note}`

const Refused = ({ request, desk: { journal } }: { request: DrawerRequest; desk: Desk }) => (
  <Alert
    status="error"
    title={words.notRecorded(nameOf(request))}
    actions={
      <>
        <Action label={sharedWords.tryAgain} onClick={() => void journal.noteRequest(request)} />
        <Action label={words.remove} onClick={() => void journal.removeRequest(request.id)} />
      </>
    }
  >
    {request.problem}
  </Alert>
)

const LastDrawer = ({ drawer, onPrint }: { drawer: Drawer; onPrint: () => void }) => (
  <Card>
    <Flex gap="3" justify="space-between" align="center" wrap="wrap">
      <Text>
        {words.dayReport} {drawer.closing?.number}: {words.differenceText(drawer.closing?.difference ?? 0)}
      </Text>
      <Action size="md" label={words.printDayReport} onClick={onPrint} />
    </Flex>
  </Card>
)

/** The reason why the drawer cannot be closed now, if any. */
function reasonAgainstClosing({ bills, requests }: OwnDrawer, isOffline: boolean): string | undefined {
  const wait = words.waitingToBeSent(bills, requests.length)
  if (isOffline) return words.closingNeedsServer(wait && ` ${wait}.`)
  return wait === '' ? undefined : words.thenClose(wait)
}

interface OpenProps extends Props {
  drawer: Drawer
  own: OwnDrawer
  isOffline: boolean
}

function OpenDrawerCard({ desk, drawer, own, isOffline, onPrint }: OpenProps) {
  const [direction, setDirection] = useState<CashDirection | null>(null)
  const [isClosing, setClosing] = useState(false)
  const { journal, counter } = desk
  const reason = reasonAgainstClosing(own, isOffline)
  const prove = async () => {
    const years = new Set([drawer.day, storeToday()].map(financialYearOf))
    const highest = [...years].map(async (year) => [year, await journal.highest(counter._id, year)] as const)
    return {
      counter: { _id: counter._id, secret: counter.secret },
      highest: Object.fromEntries(await Promise.all(highest)),
    }
  }
  return (
    <Card
      title={words.drawerNamed(counter.code)}
      text={
        <>
          {words.openedLabel} <Instant at={drawer.openedAt} /> {words.thenPharmacist(drawer.pharmacist)}
        </>
      }
      actions={
        <Flex gap="2" wrap="wrap">
          <Action size="md" label={words.cashIn} onClick={() => setDirection('in')} />
          <Action size="md" label={words.cashOut} onClick={() => setDirection('out')} />
          <Button disabled={reason !== undefined} onClick={() => setClosing(true)}>
            {words.closeDrawer}
          </Button>
        </Flex>
      }
    >
      <Stack gap="4">
        {reason ? (
          <Text role="status" color="fg.muted">
            {reason}
          </Text>
        ) : null}
        <FigureList figures={figuresOf(drawer)} />
        {drawer.entries.length > 0 ? (
          <RecordTable caption={words.cashInAndOut} columns={entryColumns} rows={drawer.entries} />
        ) : null}
      </Stack>
      {direction ? (
        <CashEntryDialog
          desk={desk}
          drawer={drawer}
          direction={direction}
          onClose={() => setDirection(null)}
        />
      ) : null}
      {isClosing ? (
        <ClosingDialog
          drawer={drawer}
          prove={prove}
          onMissing={() => void desk.followServer()}
          onClosed={(closed) => {
            setClosing(false)
            void journal.keepDrawer(closed)
            onPrint(closed)
          }}
          onClose={() => setClosing(false)}
        />
      ) : null}
    </Card>
  )
}

const entryColumns: Column<Drawer['entries'][number]>[] = [
  { header: billingWords.kind, primary: true, cell: ({ kind }) => words.entryKinds[kind] },
  { header: billingWords.reason, wrap: true, cell: ({ note }) => note },
  { header: billingWords.time, cell: ({ madeAt }) => <Instant at={madeAt} /> },
  { header: billingWords.by, wrap: true, cell: ({ by }) => by.name || words.waitsToBeSent },
  {
    header: billingWords.amount,
    align: 'end',
    cell: ({ direction, amount }) => formatPaise(direction === 'in' ? amount : -amount),
  },
]

function figuresOf({ float, figures }: Drawer) {
  const sums: SumRow[] = [
    [sharedWords.sales, figures.sales],
    [billingWords.refunds, figures.refunds],
    [billingWords.net, figures.net],
    ...paymentModeSums(figures.byMode),
    [words.floatLine, float],
    [words.cashIn, figures.cashIn],
    [words.cashOut, figures.cashOut],
    [words.expectedCash, figures.expectedCash],
  ]
  return sumTexts(sums)
}
