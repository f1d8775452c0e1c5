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
import { paymentModes } from '../bills/paper-tables.ts'
import { Action } from '../elements.tsx'
import * as billingWords from '../words/billing.ts'
import { modes } from '../words/bills.ts'
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
  const [opened, setOpened] = useState<Drawer | null>(null)
  // At midnight the list changes, but a count goes on.
  const fresh = query.data?.find(({ _id }) => _id === opened?._id)
  if (fresh && fresh !== opened) setOpened(fresh.closing ? null : fresh)
  return (
    <Card
      title={words.allDrawers}
      text={formatDate(day)}
      actions={<DayChooser day={day} address={address} />}
    >
      {query.data ? (
        <DrawersTable drawers={query.data} ownId={ownId} onClose={setOpened} onPrint={onPrint} />
      ) : query.error ? (
        <ProblemCard {...problemOf(query, words.failedLoadDrawers)} />
      ) : (
        <TableSkeleton rows={3} />
      )}
      {opened ? (
        <ClosingDialog
          drawer={opened}
          onClosed={(drawer) => {
            setOpened(null)
            onPrint(drawer)
          }}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </Card>
  )
}

function DayChooser({ day, address }: { day: string; address: ListAddress<{ day: string }> }) {
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

type PaiseOf = (drawer: Drawer) => number | undefined

const sums: (readonly [string, PaiseOf])[] = [
  [sharedWords.sales, ({ figures }) => figures.sales],
  [billingWords.refunds, ({ figures }) => figures.refunds],
  ...paymentModes.map((mode) => [modes[mode], ({ figures }: Drawer) => figures.byMode[mode]] as const),
  [words.expected, ({ figures }) => figures.expectedCash],
  [words.counted, ({ closing }) => closing?.countedCash],
]

interface Row {
  drawer?: Drawer
  all: readonly Drawer[]
}

/** A dash if one of the drawers lacks this amount. */
function totalText({ all }: Row, paiseOf: PaiseOf, textOf = formatPaise): string {
  const amounts = all.map(paiseOf)
  return amounts.includes(undefined) ? '-' : textOf(sumOf(amounts as number[]))
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
        header,
        align: 'end',
        cell: (row) => totalText(row, paiseOf),
      }),
    ),
    {
      header: words.difference,
      align: 'end',
      cell: (row) =>
        row.drawer?.closing === null ? (
          <Badge>{billingWords.open}</Badge>
        ) : (
          totalText(row, ({ closing }) => closing?.difference, words.differenceText)
        ),
    },
    {
      header: sharedWords.actions,
      screenOnly: true,
      tableOnly: ({ drawer }) => !drawer,
      cell: ({ drawer }) => {
        if (!drawer || (!drawer.closing && drawer.counter._id === ownId)) return null
        const [word, act] = drawer.closing ? [billingWords.print, onPrint] : [billingWords.close, onClose]
        const label = words.drawerOfCounter(word, drawer.counter.code)
        return <Action label={word} aria-label={label} onClick={() => act(drawer)} />
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
