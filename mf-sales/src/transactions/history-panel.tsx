import {
  failureTitle,
  keepPreviousData,
  notify,
  reasonText,
  useQuery,
  useQueryClient,
  useSuiteEvent,
} from '@mms/sdk'
import {
  Box,
  Button,
  Card,
  EmptyState,
  formatCount,
  Pager,
  PrintNote,
  ProblemCard,
  ReceiptIcon,
  TableSkeleton,
  useFocusOnNewRows,
} from '@mms/ui'
import { useEffect } from 'react'
import { useKnownMedicine } from '../medicines/use-known-medicine.ts'
import { fetchHistory, type HistoryPage, PAGE_SIZE, TRANSACTIONS_KEY } from './api.ts'
import {
  describeFilters,
  type HistoryAddress,
  noFilters,
  useHistoryAddress,
  wrongDates,
} from './history-address.ts'
import { HistoryFilterForm } from './history-filter-form.tsx'
import { HistorySums } from './history-sums.tsx'
import { HistoryTable } from './history-table.tsx'

/** How soon rows whose outcome is open are looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 2_000

/** Everything recorded, newest first. */
export function HistoryPanel() {
  const address = useHistoryAddress()
  const known = useKnownMedicine(address.filters.medicine)
  useEffect(() => {
    if (known.isUnknown) address.leaveOutMedicine()
  })
  const history = useHistory(address, !known.isLoading && !known.isUnknown)
  const total = history.data?.total
  return (
    <Card
      title="Transaction History"
      text={total === undefined ? undefined : describeTotal(total, address.isFiltered)}
      p="0"
      css={{ '& > :first-of-type': { px: { base: '4', md: '6' }, pt: { base: '4', md: '6' } } }}
    >
      <Box px={{ base: '4', md: '6' }} pb="5" borderBottomWidth="1px">
        <PrintNote>{describeFilters(address.filters, known.medicine?.name)}</PrintNote>
        <HistoryFilterForm filters={address.filters} onChange={address.setFilters} />
      </Box>
      {/* here and not on the card, which must not cut off the list of medicines to choose from */}
      <Box overflow="hidden" borderBottomRadius="xl">
        <History history={history} address={address} />
      </Box>
    </Card>
  )
}

function useHistory({ filters, after }: HistoryAddress, isReady: boolean) {
  const queries = useQueryClient()
  useSuiteEvent('medicines-changed', () => void queries.invalidateQueries({ queryKey: [TRANSACTIONS_KEY] }))
  const history = useQuery({
    queryKey: [TRANSACTIONS_KEY, filters, after],
    queryFn: ({ signal }) => fetchHistory(filters, after, signal),
    enabled: isReady && !wrongDates(filters),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (countWaiting(state.data) > 0 ? LOOK_AGAIN_MS : false),
  })
  const { isError } = history
  useEffect(() => {
    if (isError) notify.error('Failed to load transactions')
  }, [isError])
  return history
}

const countWaiting = (page: HistoryPage | undefined) =>
  page?.transactions.filter(({ status }) => status === 'pending').length ?? 0

interface HistoryProps {
  history: ReturnType<typeof useHistory>
  address: HistoryAddress
}

function History({ history, address }: HistoryProps) {
  const problem = wrongDates(address.filters)
  if (problem)
    return (
      <Inset>
        <ProblemCard title={problem} />
      </Inset>
    )
  if (history.data)
    return (
      <>
        <HistorySums filters={address.filters} waiting={countWaiting(history.data)} />
        <Rows page={history.data} address={address} stale={history.isPlaceholderData} />
      </>
    )
  if (!history.isError)
    return (
      <Inset>
        <TableSkeleton text="Loading transactions..." />
      </Inset>
    )
  const { error } = history
  return (
    <Inset>
      <ProblemCard
        title={failureTitle(error, 'Failed to load transactions')}
        onRetry={() => void history.refetch()}
        retrying={history.isFetching}
      >
        {reasonText(error)}
      </ProblemCard>
    </Inset>
  )
}

const Inset = ({ children }: { children: React.ReactNode }) => (
  <Box p={{ base: '4', md: '6' }}>{children}</Box>
)

interface RowsProps {
  page: HistoryPage
  address: HistoryAddress
  stale: boolean
}

function Rows({ page: { transactions, total, next }, address, stale }: RowsProps) {
  const isPastTheEnd = transactions.length === 0 && address.after !== '' && !stale
  useEffect(() => {
    if (isPastTheEnd) address.goFirst()
  })
  const top = useFocusOnNewRows(transactions, address.after, stale)
  if (transactions.length === 0) return <NoTransactions address={address} />
  const from = (address.page - 1) * PAGE_SIZE + 1
  const isDeepLink = address.after !== '' && !address.goPrevious
  return (
    <Box ref={top} role="region" aria-label="List of transactions" tabIndex={-1}>
      <HistoryTable transactions={transactions} stale={stale} />
      <Box p="4" borderTopWidth="1px">
        <Pager
          label="transactions"
          from={from}
          to={from + transactions.length - 1}
          total={total}
          onFirst={isDeepLink ? address.goFirst : undefined}
          onPrevious={address.goPrevious}
          onNext={next === undefined ? undefined : () => address.goNext(next)}
        />
      </Box>
    </Box>
  )
}

function NoTransactions({ address }: { address: HistoryAddress }) {
  return (
    <Box css={{ '& > *': { border: 'none', boxShadow: 'none' } }}>
      <EmptyState
        icon={<ReceiptIcon size={32} />}
        title="No transactions found"
        text={address.isFiltered ? 'No transaction matches these filters.' : 'What you record appears here.'}
        actions={
          address.isFiltered ? (
            <Button variant="outline" onClick={() => address.setFilters(noFilters)}>
              Clear filters
            </Button>
          ) : null
        }
      />
    </Box>
  )
}

function describeTotal(total: number, isFiltered: boolean): string {
  const count = `${formatCount(total)} ${total === 1 ? 'transaction' : 'transactions'}`
  return isFiltered ? `${count} found` : count
}
