import { type BillLineRow, type BillReport, type BillRow, financialYearOf } from '@mms/contracts'
import { aDate, DateField, useFilterForm, useListAddress, usePageTitle, useStoreToday } from '@mms/sdk'
import { CsvButton } from '@mms/sdk/csv'
import { problemOf, useGet } from '@mms/sdk/queries'
import {
  Card,
  type Column,
  DataTable,
  FilterBar,
  Flex,
  formatCount,
  formatDate,
  PageHeader,
  PrintNote,
  ProblemCard,
  Stack,
  TableSkeleton,
  Text,
} from '@mms/ui'
import type { ComponentProps } from 'react'
import { formatBasisPoints, formatPaise } from '../amounts.ts'
import { BillTabs } from '../bill-tabs.tsx'
import { paymentModeSums, paymentModes, type SumRow, sumTexts } from '../bills/paper-tables.ts'
import { Action, FigureList } from '../elements.tsx'
import { billKeys } from '../keys.ts'
import { BILLS_PATH } from '../paths.ts'
import * as words from '../words/bill-report.ts'
import * as billingWords from '../words/billing.ts'
import { modes } from '../words/bills.ts'
import * as sharedWords from '../words/shared.ts'

const PATH = `${BILLS_PATH}/report`
const filters = { from: aDate, to: aDate }
type Period = Record<keyof typeof filters, string>

/** Named periods that end today. The financial year begins on 1 April. */
const periodsTo = (today: string): [string, Period][] => [
  [sharedWords.today, { from: today, to: today }],
  [sharedWords.thisMonth, { from: `${today.slice(0, 8)}01`, to: today }],
  [words.financialYear, { from: `20${financialYearOf(today).slice(0, 2)}-04-01`, to: today }],
]

export function ReportPage() {
  usePageTitle(billingWords.report)
  const today = useStoreToday()
  const address = useListAddress<Period>(filters)
  const period = { from: address.filters.from || today, to: address.filters.to || today }
  const query = useGet<BillReport>(billKeys('report', period), PATH, { query: period })
  const form = useFilterForm(address)
  return (
    <>
      <PageHeader title={billingWords.report} text={periodText(period)} actions={<Files period={period} />} />
      <BillTabs />
      <Stack gap="4">
        <Card data-screen-only>
          <Flex gap="2" wrap="wrap" mb="3">
            {periodsTo(today).map(([name, period]) => (
              <Action key={name} label={name} onClick={() => form.apply(period)} />
            ))}
          </Flex>
          <FilterBar
            label={words.choosePeriod}
            count={address.filterCount}
            wide="lg"
            columns="12rem 12rem"
            submitLabel={words.show}
            onSubmit={form.onSubmit}
            onClear={form.clear}
          >
            <DateField label={words.from} {...form.typed('from')} />
            <DateField label={words.to} {...form.typed('to')} />
          </FilterBar>
        </Card>
        <PrintNote>{periodText(period)}</PrintNote>
        {query.data ? (
          <Report report={query.data} />
        ) : query.error ? (
          <ProblemCard {...problemOf(query, words.failedLoadReport)} />
        ) : (
          <TableSkeleton rows={6} />
        )}
      </Stack>
    </>
  )
}

function Files({ period }: { period: Period }) {
  const nameOf = (list: string) => `${list}-${period.from}-to-${period.to}.csv`
  return (
    <>
      <CsvButton
        label={words.csvOfBills}
        path={`${PATH}/bills`}
        query={period}
        fileName={nameOf('bills')}
        {...csvOf(billColumns)}
      />
      <CsvButton
        label={words.csvOfLines}
        path={`${PATH}/lines`}
        query={period}
        fileName={nameOf('bill-lines')}
        {...csvOf(lineColumns)}
      />
    </>
  )
}

const periodText = ({ from, to }: Period) =>
  from === to ? formatDate(from) : words.dateRange(formatDate(from), formatDate(to))

type Trade = BillReport['people'][number]

function Report({ report }: { report: BillReport }) {
  const { bills, notes, sales, refunds, roundOff, rates, counters, people, withoutDrawer } = report
  const sums: SumRow[] = [
    [sharedWords.sales, sales],
    [billingWords.refunds, refunds],
    [billingWords.net, sales - refunds],
    [billingWords.roundOff, roundOff],
  ]
  const counts = [
    [billingWords.bills, formatCount(bills)],
    [billingWords.creditNotes, formatCount(notes)],
  ] as const
  const isOutside = Object.values(withoutDrawer).some((paise) => paise !== 0)
  return (
    <>
      <Card title={sharedWords.sales}>
        <FigureList figures={[...counts, ...sumTexts(sums)]} />
      </Card>
      <Card title={billingWords.payments} text={words.onPaymentDay}>
        <FigureList figures={sumTexts(paymentModeSums(report.byMode))} />
        {isOutside ? (
          <>
            <Text mt="4" mb="2" color="fg.muted" textStyle="sm">
              {words.outsideDrawers}
            </Text>
            <FigureList figures={sumTexts(paymentModeSums(withoutDrawer))} />
          </>
        ) : null}
      </Card>
      <Table
        title={words.taxByRate}
        columns={rateColumns}
        rows={rates}
        rowKey={({ rateBp }) => String(rateBp)}
      />
      <Trades
        title={words.byCounter}
        trades={counters.map(({ code, name, ...trade }) => ({ ...trade, name: `${code} ${name}` }))}
      />
      <Trades title={sharedWords.byPerson} trades={people} />
    </>
  )
}

type TableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'caption'> & { title: string }

const Table = <Row,>({ title, rows, ...table }: TableProps<Row>) => (
  <Card title={title}>
    {rows.length === 0 ? (
      <Text color="fg.muted">{words.nothingInPeriod}</Text>
    ) : (
      <DataTable caption={title} rows={rows} {...table} />
    )}
  </Card>
)

const Trades = ({ title, trades }: { title: string; trades: readonly Trade[] }) => (
  <Table title={title} columns={tradeColumns} rows={trades} rowKey={({ _id }) => _id} />
)

const money = <Row,>(header: string, paiseOf: (row: Row) => number): Column<Row> => ({
  header,
  align: 'end',
  cell: (row) => formatPaise(paiseOf(row)),
})

const rateColumns: Column<BillReport['rates'][number]>[] = [
  { header: billingWords.gst, primary: true, cell: ({ rateBp }) => formatBasisPoints(rateBp) },
  money(words.taxable, ({ taxable }) => taxable),
  money('CGST', ({ cgst }) => cgst),
  money('SGST', ({ sgst }) => sgst),
  money('IGST', ({ igst }) => igst),
]

const tradeColumns: Column<Trade>[] = [
  { header: billingWords.name, primary: true, wrap: true, cell: ({ name }) => name },
  { header: billingWords.bills, align: 'end', cell: ({ bills }) => formatCount(bills) },
  { header: billingWords.creditNotes, align: 'end', cell: ({ notes }) => formatCount(notes) },
  money(sharedWords.sales, ({ sales }) => sales),
  money(billingWords.refunds, ({ refunds }) => refunds),
  ...paymentModes.map((mode) => money<Trade>(modes[mode], ({ byMode }) => byMode[mode])),
]

type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => string | number | null | undefined]

export const csvOf = <Row,>(columns: readonly CsvColumn<Row>[]) => ({
  headers: columns.map(([header]) => header),
  cellsOf: (row: Row) => columns.map(([, cell]) => cell(row)),
})

const kinds = { bill: billingWords.bill, note: billingWords.creditNote }

const commonColumns = [
  [billingWords.numberHeader, ({ number }) => number],
  [billingWords.kind, ({ kind }) => kinds[kind]],
] satisfies CsvColumn<BillRow | BillLineRow>[]
const taxColumns = [
  [words.taxable, ({ taxable }) => taxable / 100],
  ['CGST', ({ cgst }) => cgst / 100],
  ['SGST', ({ sgst }) => sgst / 100],
  ['IGST', ({ igst }) => igst / 100],
] satisfies CsvColumn<BillRow | BillLineRow>[]

export const billColumns: readonly CsvColumn<BillRow>[] = [
  ...commonColumns,
  [words.forBill, ({ creditOf }) => creditOf],
  [billingWords.day, ({ day }) => day],
  [billingWords.time, ({ madeAt }) => madeAt],
  [billingWords.counter, ({ counter }) => counter],
  [billingWords.seller, ({ seller }) => seller],
  [billingWords.customer, ({ customer }) => customer.name],
  [billingWords.phone, ({ customer }) => customer.phone],
  [billingWords.gstin, ({ customer }) => customer.gstin],
  [sharedWords.total, ({ total }) => total / 100],
  [billingWords.roundOff, ({ roundOff }) => roundOff / 100],
  [billingWords.payable, ({ payable }) => payable / 100],
  ...taxColumns,
  ...paymentModes.map((mode): CsvColumn<BillRow> => [modes[mode], (row) => row[mode] / 100]),
]

export const lineColumns: readonly CsvColumn<BillLineRow>[] = [
  ...commonColumns,
  [billingWords.day, ({ day }) => day],
  [billingWords.time, ({ madeAt }) => madeAt],
  [billingWords.seller, ({ seller }) => seller],
  [sharedWords.medicine, ({ name }) => name],
  [words.manufacturer, ({ manufacturer }) => manufacturer],
  [words.hsn, ({ hsn }) => hsn],
  [words.batches, ({ batches }) => batches],
  [words.units, ({ units }) => units],
  [words.unitsInPack, ({ packSize }) => packSize],
  [words.packPrice, ({ packPrice }) => packPrice / 100],
  [words.packMrp, ({ packMrp }) => (packMrp === null ? '' : packMrp / 100)],
  [billingWords.discount, ({ discount }) => discount / 100],
  [billingWords.net, ({ net }) => net / 100],
  [words.gstPercent, ({ rateBp }) => rateBp / 100],
  ...taxColumns,
]
