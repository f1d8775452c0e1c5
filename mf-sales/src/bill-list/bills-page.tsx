import type { ListedBill } from '@mms/contracts'
import {
  aDate,
  anId,
  anyText,
  DateField,
  type FiltersOf,
  Link,
  type ListAddress,
  Navigate,
  oneOf,
  useFilterForm,
  useListAddress,
  usePagedRows,
  usePageTitle,
  useParams,
} from '@mms/sdk'
import {
  Badge,
  Box,
  Button,
  Card,
  CheckboxField,
  type Column,
  DataTable,
  FilterBar,
  Flex,
  formatCount,
  formatDate,
  formatRupees,
  Instant,
  ListRegion,
  PageHeader,
  PrintNote,
  Stack,
  TextField,
} from '@mms/ui'
import { BillTabs, billColumn } from '../bill-tabs.tsx'
import { useSending } from '../bills/use-desk.ts'
import { billKeys } from '../keys.ts'
import { MedicineFilter, useMedicineField } from '../medicines/medicine-filter.tsx'
import { useMedicineById } from '../medicines/use-medicine-by-id.ts'
import { NothingFound } from '../nothing-found.tsx'
import { BILLS_PATH } from '../paths.ts'

export function MedicineBillsPage() {
  const { id = '' } = useParams()
  return <Navigate to={`/bills?medicine=${encodeURIComponent(id)}`} replace />
}

export function BillsPage() {
  usePageTitle('Bills')
  useSending()
  const address = useListAddress<BillFilters>(billFilters)
  const { medicine } = useMedicineById(address.filters.medicine)
  const list = usePagedRows<ListedBill>(address, {
    key: billKeys(),
    path: BILLS_PATH,
    query: billsQuery(address.filters),
    events: ['medicines-changed'],
    failureText: 'Failed to load bills',
  })
  return (
    <>
      <PageHeader
        title="Bills"
        actions={
          <Button asChild>
            <Link to="/bills/new">New bill</Link>
          </Button>
        }
      />
      <BillTabs />
      <Stack gap="4">
        <Card data-screen-only>
          <BillFilterForm address={address} />
        </Card>
        <PrintNote>{describeFilters(address.filters, medicine?.name)}</PrintNote>
        <ListRegion
          label="bills"
          list={list}
          empty={<NothingFound what="bill" verb="make" address={address} />}
        >
          {(bills, stale) => <BillsTable bills={bills} stale={stale} />}
        </ListRegion>
      </Stack>
    </>
  )
}

function BillFilterForm({ address }: { address: ListAddress<BillFilters> }) {
  const form = useFilterForm(address)
  const medicine = useMedicineField(form)
  return (
    <FilterBar
      label="Filter bills"
      count={address.filterCount}
      wide="xl"
      columns="1fr 1fr 1.5fr 1fr auto"
      submitLabel="Filter"
      onSubmit={medicine.submitting(() => form.apply(form.draft))}
      onClear={medicine.clear}
    >
      <TextField label="Number or phone" placeholder="123 or 9822012345" {...form.typed('search')} />
      <DateField label="Day" {...form.typed('day')} />
      <MedicineFilter {...medicine.field} />
      <TextField label="Batch" {...form.typed('batch')} />
      <Box alignSelf="end" pb="2.5">
        <CheckboxField
          label="With differences"
          checked={form.draft.differs === 'true'}
          onChange={({ target }) => form.apply({ ...form.draft, differs: target.checked ? 'true' : '' })}
        />
      </Box>
    </FilterBar>
  )
}

const billFilters = {
  search: anyText,
  day: aDate,
  medicine: anId,
  batch: anyText,
  differs: oneOf(['true']),
}
type BillFilters = FiltersOf<typeof billFilters>

const billsQuery = ({ medicine, ...filters }: BillFilters): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...filters, medicineId: medicine }).filter(([, value]) => value !== ''))

function describeFilters({ search, day, batch, differs }: BillFilters, medicine?: string): string {
  const words = [
    search,
    day && formatDate(day),
    medicine,
    batch && `batch ${batch}`,
    differs && 'with differences',
  ]
  return words.filter(Boolean).join(' · ')
}

const columns: Column<ListedBill>[] = [
  billColumn('Number'),
  { header: 'Date', brief: true, cell: ({ madeAt }) => <Instant at={madeAt} /> },
  { header: 'Seller', cell: ({ seller }) => seller.name },
  {
    header: 'Customer',
    wrap: true,
    cell: ({ customer }) => [customer?.name, customer?.phone].filter(Boolean).join(' · ') || '-',
  },
  { header: 'Lines', align: 'end', cell: ({ lines }) => formatCount(lines) },
  { header: 'Total', brief: true, align: 'end', cell: ({ payable }) => formatRupees(payable / 100) },
  { header: 'Status', brief: true, cell: (bill) => <Status bill={bill} /> },
]

function Status({ bill: { status, handedOver, differs, creditOf } }: { bill: ListedBill }) {
  return (
    <Flex gap="1.5" wrap="wrap">
      {status === 'pending' ? <Badge colorPalette="yellow">Waiting</Badge> : null}
      {status === 'refused' ? <Badge colorPalette="gray">Refused</Badge> : null}
      {status === 'void' ? <Badge colorPalette="gray">Void</Badge> : null}
      {creditOf ? <Badge colorPalette="purple">Credit note</Badge> : null}
      {status === 'final' && !handedOver && !differs && !creditOf ? (
        <Badge colorPalette="green">Booked</Badge>
      ) : null}
      {handedOver ? <Badge colorPalette="blue">Handed over</Badge> : null}
      {differs ? <Badge colorPalette="orange">Differs</Badge> : null}
    </Flex>
  )
}

export const BillsTable = ({ bills, stale }: { bills: readonly ListedBill[]; stale: boolean }) => (
  <DataTable
    caption="Bills"
    columns={columns}
    rows={bills}
    rowKey={({ _id }) => _id}
    stale={stale}
    isHighlighted={({ differs }) => differs}
  />
)
