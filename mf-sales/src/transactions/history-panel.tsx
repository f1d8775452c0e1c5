import {
  ApiError,
  errorText,
  keepPreviousData,
  notify,
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
} from '@mms/ui'
import { useEffect } from 'react'
import { fetchHistory, type HistoryPage, PAGE_SIZE, TRANSACTIONS_KEY } from './api.ts'
import {
  describeFilters,
  type HistoryAddress,
  noFilters,
  useHistoryAddress,
  wrongDates,
} from './history-address.ts'
import { HistoryFilterForm } from './history-filter-form.tsx'
import { HistoryTable } from './history-table.tsx'

/** How soon rows whose outcome is open are looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 2_000

/** Everything recorded, newest first. */
export function HistoryPanel() {
  const address = useHistoryAddress()
  const history = useHistory(address)
  const total = history.data?.total
  return (
    <Card
      title="Transaction History"
      text={total === undefined ? undefined : describeTotal(total, address.isFiltered)}
      p="0"
      overflow="hidden"
      css={{ '& > :first-of-type': { px: { base: '4', md: '6' }, pt: { base: '4', md: '6' } } }}
    >
      <Box px={{ base: '4', md: '6' }} pb="5" borderBottomWidth="1px">
        <PrintNote>{describeFilters(address.filters)}</PrintNote>
        <HistoryFilterForm filters={address.filters} onChange={address.setFilters} />
      </Box>
      <History history={history} address={address} />
    </Card>
  )
}

function useHistory({ filters, after }: HistoryAddress) {
  const queries = useQueryClient()
  useSuiteEvent('medicines-changed', () => void queries.invalidateQueries({ queryKey: [TRANSACTIONS_KEY] }))
  const history = useQuery({
    queryKey: [TRANSACTIONS_KEY, filters, after],
    queryFn: ({ signal }) => fetchHistory(filters, after, signal),
    enabled: !wrongDates(filters),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.transactions.some(({ status }) => status === 'pending') ? LOOK_AGAIN_MS : false,
  })
  const { isError } = history
  useEffect(() => {
    if (isError) notify.error('Failed to load transactions')
  }, [isError])
  return history
}

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
  if (history.data) return <Rows page={history.data} address={address} stale={history.isPlaceholderData} />
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
        title="Failed to load transactions"
        onRetry={() => void history.refetch()}
        retrying={history.isFetching}
      >
        {error instanceof ApiError ? errorText(error) : error.message}
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
  if (transactions.length === 0) return <NoTransactions address={address} />
  const from = (address.page - 1) * PAGE_SIZE + 1
  const isDeepLink = address.after !== '' && !address.goPrevious
  return (
    <>
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
    </>
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
