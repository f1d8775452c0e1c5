import { addDays, type Drawer, sumOf } from '@mms/contracts'
import { aDate, DateField, type ListAddress, useFilterForm, useListAddress, useStoreToday } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import {
  Badge,
  Box,
  Button,
  Card,
  type Column,
  DataTable,
  Flex,
  formatDate,
  ProblemCard,
  TableSkeleton,
  Text,
} from '@mms/ui'
import { useState } from 'react'
import { formatPaise } from '../amounts.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/drawers.ts'
import * as sharedWords from '../words/shared.ts'
import { useDrawersOf } from './api.ts'
import { ClosingDialog } from './closing-dialog.tsx'

interface Props {
  /** The counter of this browser. Its drawer is closed in the panel above. */
  ownId: string | undefined
  onPrint: (drawer: Drawer) => void
}

export function AllDrawers({ ownId, onPrint }: Props) {
  const today = useStoreToday()
  const address = useListAddress<{ day: string }>({ day: aDate })
  const day = address.filters.day || today
  const query = useDrawersOf(day)
  const [closing, setClosing] = useState<Drawer | null>(null)
  return (
    <Card
      title={words.allDrawers}
      text={formatDate(day)}
      actions={<DayChooser day={day} address={address} />}
    >
      {query.data ? (
        <DrawersTable drawers={query.data} ownId={ownId} onClose={setClosing} onPrint={onPrint} />
      ) : query.error ? (
        <ProblemCard {...problemOf(query, words.failedLoadDrawers)} />
      ) : (
        <TableSkeleton rows={3} />
      )}
      {closing ? (
        <ClosingDialog
          drawer={closing}
          onClosed={(drawer) => {
            setClosing(null)
            onPrint(drawer)
          }}
          onClose={() => setClosing(null)}
        />
      ) : null}
    </Card>
  )
}

type Address = ListAddress<{ day: string }>

function DayChooser({ day, address }: { day: string; address: Address }) {
  const form = useFilterForm(address)
  const step = (days: number) => form.apply({ day: addDays(day, days) })
  return (
    <Flex asChild gap="2" align="end" data-screen-only>
      <form aria-label={words.chooseDay} onSubmit={form.onSubmit}>
        <Button variant="outline" aria-label={words.previousDay} onClick={() => step(-1)}>
          ‹
        </Button>
        <Box width="9.5rem">
          <DateField
            label={billingWords.day}
            value={form.draft.day || day}
            onChange={({ target }) =>
              aDate(target.value) ? form.apply({ day: target.value }) : form.setDraft({ day: target.value })
            }
          />
        </Box>
        <Button variant="outline" aria-label={words.nextDay} onClick={() => step(1)}>
          ›
        </Button>
      </form>
    </Flex>
  )
}

const sums: [string, (drawer: Drawer) => number | undefined][] = [
  [sharedWords.sales, ({ figures }) => figures.sales],
  [billingWords.refunds, ({ figures }) => figures.refunds],
  [billingWords.cash, ({ figures }) => figures.byMode.cash],
  [billingWords.upi, ({ figures }) => figures.byMode.upi],
  [billingWords.card, ({ figures }) => figures.byMode.card],
  [billingWords.credit, ({ figures }) => figures.byMode.credit],
  [words.expected, ({ figures }) => figures.expectedCash],
  [words.counted, ({ closing }) => closing?.countedCash],
]

/** Undefined if one of the drawers lacks this amount. */
function totalOf(drawers: readonly Drawer[], paiseOf: (drawer: Drawer) => number | undefined) {
  const amounts = drawers.map(paiseOf)
  return amounts.includes(undefined) ? undefined : sumOf(amounts as number[])
}

const amountText = (paise: number | undefined, textOf: (paise: number) => string) =>
  paise === undefined ? '-' : textOf(paise)

interface Row {
  drawer?: Drawer
  all: readonly Drawer[]
}

interface TableProps extends Props {
  drawers: readonly Drawer[]
  onClose: (drawer: Drawer) => void
}

function DrawersTable({ drawers, ownId, onClose, onPrint }: TableProps) {
  if (drawers.length === 0) return <Text color="fg.muted">{words.noDrawerOpen}</Text>
  // The last row has the totals.
  const rows: Row[] = [...drawers.map((drawer) => ({ drawer, all: [drawer] })), { all: drawers }]
  const columns: Column<Row>[] = [
    {
      header: billingWords.counter,
      primary: true,
      cell: ({ drawer }) => (
        <>
          <Text fontWeight="semibold">
            {drawer ? `${drawer.counter.code} ${drawer.counter.name}` : words.all}
          </Text>
          {drawer ? <Text textStyle="xs">{drawer.pharmacist}</Text> : null}
        </>
      ),
    },
    ...sums.map(
      ([header, paiseOf]): Column<Row> => ({
        ...{ header, align: 'end' },
        cell: ({ all }) => amountText(totalOf(all, paiseOf), formatPaise),
      }),
    ),
    {
      header: words.difference,
      align: 'end',
      cell: ({ drawer, all }) => {
        if (drawer && !drawer.closing) return <Badge>{billingWords.open}</Badge>
        const difference = totalOf(all, ({ closing }) => closing?.difference)
        return amountText(difference, words.differenceText)
      },
    },
    {
      header: sharedWords.actions,
      screenOnly: true,
      tableOnly: ({ drawer }) => !drawer,
      cell: ({ drawer }) => {
        if (!drawer || (!drawer.closing && drawer.counter._id === ownId)) return null
        const [word, act] = drawer.closing ? [billingWords.print, onPrint] : [billingWords.close, onClose]
        return (
          <Button
            size="sm"
            variant="outline"
            aria-label={words.drawerOfCounter(word, drawer.counter.code)}
            onClick={() => act(drawer)}
          >
            {word}
          </Button>
        )
      },
    },
  ]
  return (
    <DataTable
      caption={words.allDrawers}
      columns={columns}
      rows={rows}
      rowKey={({ drawer }) => drawer?._id ?? 'all'}
      isHighlighted={({ drawer }) => (drawer?.closing?.difference ?? 0) !== 0}
    />
  )
}
