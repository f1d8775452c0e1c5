import type { ListedBill } from '@mms/contracts'
import {
  aDate,
  anId,
  anyText,
  DateField,
  type FiltersOf,
  Link,
  type ListAddress,
  oneOf,
  useFilterForm,
  useListAddress,
  usePagedRows,
  usePageTitle,
} from '@mms/sdk'
import {
  Box,
  Button,
  CheckboxField,
  type Column,
  FilterBar,
  formatCount,
  formatDate,
  Instant,
  ListRegion,
  PageHeader,
  PrintNote,
  Stack,
  TextField,
} from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { formatPaise } from '../amounts.ts'
import { BillTabs, createBillColumn } from '../bill-tabs.tsx'
import { joinTexts } from '../bills/paper-tables.ts'
import { Badges, NothingFound, RecordTable } from '../elements.tsx'
import { billKeys } from '../keys.ts'
import { MedicineFilter, useMedicineField } from '../medicines/medicine-filter.tsx'
import { useMedicineById } from '../medicines/use-medicines.ts'
import { BILLS_PATH } from '../paths.ts'
import * as words from '../words/bill-list.ts'
import * as billingWords from '../words/billing.ts'
import * as sharedWords from '../words/shared.ts'

export function BillsPage() {
  usePageTitle(billingWords.bills)
  const address = useListAddress<BillFilters>(billFilters)
  const { medicine } = useMedicineById(address.filters.medicine)
  const list = usePagedRows<ListedBill>(address, {
    key: billKeys(),
    path: BILLS_PATH,
    query: billsQuery(address.filters),
    events: ['medicines-changed'],
    failureText: words.failedLoadBills,
  })
  return (
    <>
      <PageHeader
        title={billingWords.bills}
        actions={
          <Button asChild>
            <Link to="/bills/new">{billingWords.newBill}</Link>
          </Button>
        }
      />
      <BillTabs />
      <Stack gap="4">
        <BillFilterForm address={address} />
        <PrintNote>{describeFilters(address.filters, medicine?.name)}</PrintNote>
        <ListRegion
          label={words.bills}
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
      label={words.filterBills}
      count={address.filterCount}
      wide="xl"
      columns="1fr 1fr 1.5fr 1fr auto"
      submitLabel={words.filter}
      onSubmit={medicine.submitting(() => form.apply(form.draft))}
      onClear={medicine.clear}
    >
      <TextField
        label={words.numberOrPhone}
        placeholder={words.numberOrPhoneExample}
        {...form.typed('search')}
      />
      <DateField label={billingWords.day} {...form.typed('day')} />
      <MedicineFilter {...medicine.field} />
      <TextField label={sharedWords.batch} {...form.typed('batch')} />
      <Box alignSelf="end" pb="2.5">
        <CheckboxField
          label={words.differences}
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
  const date = day && formatDate(day)
  return joinTexts(search, date, medicine, batch && words.batch(batch), differs && words.withDifferences)
}

const columns: Column<ListedBill>[] = [
  createBillColumn(billingWords.numberHeader),
  { header: sharedWords.date, brief: true, cell: ({ madeAt }) => <Instant at={madeAt} /> },
  { header: billingWords.seller, cell: ({ seller }) => seller.name },
  {
    header: billingWords.customer,
    wrap: true,
    cell: ({ customer }) => joinTexts(customer?.name, customer?.phone) || '-',
  },
  { header: words.lines, align: 'end', cell: ({ lines }) => formatCount(lines) },
  { header: sharedWords.total, brief: true, align: 'end', cell: ({ payable }) => formatPaise(payable) },
  { header: words.status, brief: true, cell: (bill) => <Status bill={bill} /> },
]

function Status({ bill: { status, handedOver, differs, creditOf } }: { bill: ListedBill }) {
  const isBooked = status === 'final' && !handedOver && !differs && !creditOf
  const badges = [
    [status === 'pending', tones.waiting, sharedWords.waiting],
    [status === 'refused', tones.quiet, words.refused],
    [status === 'void', tones.quiet, billingWords.voidStatus],
    [creditOf, tones.apart, billingWords.creditNote],
    [isBooked, tones.good, words.booked],
    [handedOver, tones.info, words.handedOver],
    [differs, tones.soon, words.differs],
  ] as const
  return <Badges of={badges} />
}

export const BillsTable = ({ bills, stale }: { bills: readonly ListedBill[]; stale: boolean }) => (
  <RecordTable
    caption={billingWords.bills}
    columns={columns}
    rows={bills}
    stale={stale}
    isHighlighted={({ differs }) => differs}
  />
)
