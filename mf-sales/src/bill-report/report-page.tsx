import { type BillLineRow, type BillReport, type BillRow, financialYearOf } from '@mms/contracts'
import { aDate, DateField, useFilterForm, useListAddress, usePageTitle, useStoreToday } from '@mms/sdk'
import { CsvButton } from '@mms/sdk/csv'
import { problemOf, useGet } from '@mms/sdk/queries'
import {
  Button,
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
import { formatBasisPoints, formatPaise } from '../amounts.ts'
import { BillTabs } from '../bill-tabs.tsx'
import { paymentModeSums } from '../bills/paper-tables.ts'
import { FigureList } from '../figure-list.tsx'
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
              <Button key={name} size="sm" variant="outline" onClick={() => form.apply(period)}>
                {name}
              </Button>
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
        headers={billHeaders}
        cellsOf={billCellsOf}
      />
      <CsvButton
        label={words.csvOfLines}
        path={`${PATH}/lines`}
        query={period}
        fileName={nameOf('bill-lines')}
        headers={lineHeaders}
        cellsOf={lineCellsOf}
      />
    </>
  )
}

const periodText = ({ from, to }: Period) =>
  from === to ? formatDate(from) : words.dateRange(formatDate(from), formatDate(to))

type Trade = Omit<BillReport['people'][number], '_id' | 'name'>

function Report({ report }: { report: BillReport }) {
  const { bills, notes, sales, refunds, roundOff, rates, counters, people, withoutDrawer } = report
  const figures: [string, string][] = [
    [billingWords.bills, formatCount(bills)],
    [billingWords.creditNotes, formatCount(notes)],
    [sharedWords.sales, formatPaise(sales)],
    [billingWords.refunds, formatPaise(refunds)],
    [billingWords.net, formatPaise(sales - refunds)],
    [billingWords.roundOff, formatPaise(roundOff)],
  ]
  const isOutside = Object.values(withoutDrawer).some((paise) => paise !== 0)
  return (
    <>
      <Card title={sharedWords.sales}>
        <FigureList figures={figures} />
      </Card>
      <Card title={billingWords.payments} text={words.onPaymentDay}>
        <FigureList figures={modesOf(report.byMode)} />
        {isOutside ? (
          <>
            <Text mt="4" mb="2" color="fg.muted" textStyle="sm">
              {words.outsideDrawers}
            </Text>
            <FigureList figures={modesOf(withoutDrawer)} />
          </>
        ) : null}
      </Card>
      <Table
        title={words.taxByRate}
        columns={rateColumns}
        rows={rates}
        rowKey={({ rateBp }) => String(rateBp)}
      />
      <Table
        title={words.byCounter}
        columns={[
          name<BillReport['counters'][number]>(({ code, name }) => `${code} ${name}`),
          ...tradeColumns,
        ]}
        rows={counters}
        rowKey={({ _id }) => _id}
      />
      <Table
        title={sharedWords.byPerson}
        columns={[name<BillReport['people'][number]>(({ name }) => name), ...tradeColumns]}
        rows={people}
        rowKey={({ _id }) => _id}
      />
    </>
  )
}

const modesOf = (byMode: Trade['byMode']) =>
  paymentModeSums(byMode).map(([name, paise]) => [name, formatPaise(paise)] as const)

interface TableProps<Row> {
  title: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

const Table = <Row,>({ title, rows, ...table }: TableProps<Row>) => (
  <Card title={title}>
    {rows.length === 0 ? (
      <Text color="fg.muted">{words.nothingInPeriod}</Text>
    ) : (
      <DataTable caption={title} rows={rows} {...table} />
    )}
  </Card>
)

const name = <Row,>(nameOf: (row: Row) => string): Column<Row> => ({
  header: billingWords.name,
  primary: true,
  wrap: true,
  cell: nameOf,
})

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
  { header: billingWords.bills, align: 'end', cell: ({ bills }) => formatCount(bills) },
  { header: billingWords.creditNotes, align: 'end', cell: ({ notes }) => formatCount(notes) },
  money(sharedWords.sales, ({ sales }) => sales),
  money(billingWords.refunds, ({ refunds }) => refunds),
  ...(['cash', 'upi', 'card', 'credit'] as const).map((mode) =>
    money<Trade>(modes[mode], ({ byMode }) => byMode[mode]),
  ),
]

const rupees = (paise: number) => paise / 100
const kinds = { bill: billingWords.bill, note: billingWords.creditNote }

const taxHeaders = [words.taxable, 'CGST', 'SGST', 'IGST']
const taxCells = ({ taxable, cgst, sgst, igst }: BillRow | BillLineRow) =>
  [taxable, cgst, sgst, igst].map(rupees)

export const billHeaders = [
  ...[
    billingWords.numberHeader,
    billingWords.kind,
    words.forBill,
    billingWords.day,
    billingWords.time,
    billingWords.counter,
    billingWords.seller,
    billingWords.customer,
    billingWords.phone,
    billingWords.gstin,
  ],
  ...[
    sharedWords.total,
    billingWords.roundOff,
    billingWords.payable,
    ...taxHeaders,
    billingWords.cash,
    billingWords.upi,
    billingWords.card,
    billingWords.credit,
  ],
]

export const billCellsOf = (row: BillRow) => [
  ...[row.number, kinds[row.kind], row.creditOf, row.day, row.madeAt, row.counter, row.seller],
  ...[row.customer.name, row.customer.phone, row.customer.gstin],
  ...[row.total, row.roundOff, row.payable].map(rupees),
  ...taxCells(row),
  ...[row.cash, row.upi, row.card, row.credit].map(rupees),
]

export const lineHeaders = [
  ...[
    billingWords.numberHeader,
    billingWords.kind,
    billingWords.day,
    billingWords.time,
    billingWords.seller,
    sharedWords.medicine,
    words.manufacturer,
    words.hsn,
    words.batches,
  ],
  ...[
    words.units,
    words.unitsInPack,
    words.packPrice,
    words.packMrp,
    billingWords.discount,
    billingWords.net,
    words.gstPercent,
    ...taxHeaders,
  ],
]

export const lineCellsOf = (row: BillLineRow) => [
  ...[row.number, kinds[row.kind], row.day, row.madeAt, row.seller, row.name, row.manufacturer],
  ...[row.hsn, row.batches, row.units, row.packSize, rupees(row.packPrice)],
  ...[row.packMrp === null ? '' : rupees(row.packMrp), rupees(row.discount), rupees(row.net)],
  ...[row.rateBp / 100, ...taxCells(row)],
]
