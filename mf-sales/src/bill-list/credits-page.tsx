import { type OpenCredit, sumOf } from '@mms/contracts'
import { anyText, useFilterForm, useListAddress, usePageTitle } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import {
  Box,
  Button,
  Card,
  type Column,
  DataTable,
  EmptyState,
  Flex,
  formatDate,
  PageHeader,
  ProblemCard,
  Stack,
  TableSkeleton,
  Text,
  TextField,
} from '@mms/ui'
import { BillTabs, billColumn } from '../bill-tabs.tsx'
import { formatPaise } from '../bills/words.ts'
import { useOpenCredits } from './api.ts'

export function CreditsPage() {
  usePageTitle('Open credit')
  const address = useListAddress<{ phone: string }>({ phone: anyText })
  const form = useFilterForm(address)
  const { phone } = address.filters
  const query = useOpenCredits(phone)
  return (
    <>
      <PageHeader title="Open credit" text="Bills that a customer pays later." />
      <BillTabs />
      <Stack gap="4">
        <Card data-screen-only>
          <form aria-label="Find open credit" onSubmit={form.onSubmit}>
            <Flex gap="3" align="end" maxW="30rem">
              <Box flex="1">
                <TextField
                  label="Phone"
                  inputMode="tel"
                  autoComplete="off"
                  minLength={4}
                  maxLength={20}
                  required
                  {...form.typed('phone')}
                />
              </Box>
              <Button type="submit">Find</Button>
            </Flex>
          </form>
        </Card>
        {phone === '' ? null : query.data ? (
          <Credits credits={query.data} />
        ) : query.error ? (
          <ProblemCard {...problemOf(query, 'Failed to load the open credit')} />
        ) : (
          <TableSkeleton rows={3} />
        )}
      </Stack>
    </>
  )
}

function Credits({ credits }: { credits: readonly OpenCredit[] }) {
  if (credits.length === 0)
    return <EmptyState title="Nothing is open" text="No bill of this phone number has open credit." />
  return (
    <>
      <Text aria-live="polite" textStyle="xl" fontWeight="bold" fontVariantNumeric="tabular-nums">
        Open {formatPaise(sumOf(credits.map(({ open }) => open)))}
      </Text>
      <Card p="0" overflow="hidden">
        <DataTable caption="Open credit" columns={columns} rows={credits} rowKey={({ _id }) => _id} />
      </Card>
    </>
  )
}

const columns: Column<OpenCredit>[] = [
  billColumn('Bill'),
  { header: 'Day', cell: ({ day }) => formatDate(day) },
  {
    header: 'Customer',
    wrap: true,
    cell: ({ customer }) => [customer.name, customer.phone].filter(Boolean).join(' · '),
  },
  { header: 'Bill total', align: 'end', cell: ({ payable }) => formatPaise(payable) },
  { header: 'Open', align: 'end', cell: ({ open }) => formatPaise(open) },
]
