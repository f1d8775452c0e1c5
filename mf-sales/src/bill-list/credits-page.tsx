import { type OpenCredit, sumOf } from '@mms/contracts'
import { anyText, useFilterForm, useListAddress, usePageTitle } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import {
  Box,
  Button,
  Card,
  type Column,
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
import { formatPaise } from '../amounts.ts'
import { BillTabs, createBillColumn } from '../bill-tabs.tsx'
import { RecordTable } from '../elements.tsx'
import * as words from '../words/bill-list.ts'
import * as billingWords from '../words/billing.ts'
import { useOpenCredits } from './api.ts'

export function CreditsPage() {
  usePageTitle(billingWords.openCredit)
  const address = useListAddress<{ phone: string }>({ phone: anyText })
  const form = useFilterForm(address)
  const { phone } = address.filters
  const query = useOpenCredits(phone)
  return (
    <>
      <PageHeader title={billingWords.openCredit} text={words.openCreditText} />
      <BillTabs />
      <Stack gap="4">
        <Card data-screen-only>
          <form aria-label={words.findOpenCredit} onSubmit={form.onSubmit}>
            <Flex gap="3" align="end" maxW="30rem">
              <Box flex="1">
                <TextField
                  label={billingWords.phone}
                  inputMode="tel"
                  autoComplete="off"
                  minLength={4}
                  maxLength={20}
                  required
                  {...form.typed('phone')}
                />
              </Box>
              <Button type="submit">{words.find}</Button>
            </Flex>
          </form>
        </Card>
        {phone === '' ? null : query.data ? (
          <Credits credits={query.data} />
        ) : query.error ? (
          <ProblemCard {...problemOf(query, words.failedLoadOpenCredit)} />
        ) : (
          <TableSkeleton rows={3} />
        )}
      </Stack>
    </>
  )
}

function Credits({ credits }: { credits: readonly OpenCredit[] }) {
  if (credits.length === 0) return <EmptyState title={words.nothingOpen} text={words.noOpenCredit} />
  return (
    <>
      <Text aria-live="polite" textStyle="xl" fontWeight="bold" fontVariantNumeric="tabular-nums">
        {words.openSum(formatPaise(sumOf(credits.map(({ open }) => open))))}
      </Text>
      <Card p="0" overflow="hidden">
        <RecordTable caption={billingWords.openCredit} columns={columns} rows={credits} />
      </Card>
    </>
  )
}

const columns: Column<OpenCredit>[] = [
  createBillColumn(billingWords.bill),
  { header: billingWords.day, cell: ({ day }) => formatDate(day) },
  {
    header: billingWords.customer,
    wrap: true,
    cell: ({ customer }) => [customer.name, customer.phone].filter(Boolean).join(' · '),
  },
  { header: words.billTotal, align: 'end', cell: ({ payable }) => formatPaise(payable) },
  { header: billingWords.open, align: 'end', cell: ({ open }) => formatPaise(open) },
]
