import type { Transaction, TransactionsSummary } from '@mms/contracts'
import { type ListAddress, notify, useListAddress, usePagedRows } from '@mms/sdk'
import { Box, Card, formatCount, formatRupees, ListRegion, PrintNote, ProblemCard, Text } from '@mms/ui'
import { useEffect } from 'react'
import { FigureList, NothingFound } from '../elements.tsx'
import { transactionKeys } from '../keys.ts'
import { type MedicineById, useMedicineById } from '../medicines/use-medicines.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/transactions.ts'
import { historyQuery, useHistorySums } from './api.ts'
import {
  DISCARDED,
  dateRangeProblem,
  describeFilters,
  type HistoryFilters,
  historyFilters,
} from './filters.ts'
import { HistoryFilterForm, usePeople } from './history-filter-form.tsx'
import { HistoryTable } from './history-table.tsx'
import { noteUndoneRows } from './undo.ts'

const LOOK_AGAIN_MS = 2_000

export function HistoryPanel() {
  const address = useListAddress<HistoryFilters>(historyFilters)
  const chosen = useMedicineById(address.filters.medicine)
  useEffect(() => {
    if (chosen.isUnknown) address.leaveOut('medicine')
  })
  const history = useHistory(address, chosen)
  const personName = usePeople().find(([id]) => id === address.filters.person)?.[1]
  const { rows, total } = history
  const problem = dateRangeProblem(address.filters)
  return (
    <Card
      title={words.transactionHistory}
      text={total === undefined ? undefined : describeTotal(total, address.filterCount > 0)}
      p="0"
      css={{ '& > :first-of-type': { px: '4', pt: '4' } }}
    >
      <Box px="4" pb="4" borderBottomWidth="1px">
        <PrintNote>{describeFilters(address.filters, chosen.medicine?.name, personName)}</PrintNote>
        <HistoryFilterForm address={address} />
      </Box>
      {/* Clip here and not on the card, which would also clip the picker's list. */}
      <Box overflow="hidden" borderBottomRadius="xl">
        {problem ? (
          <Box p="4">
            <ProblemCard title={problem} />
          </Box>
        ) : (
          <>
            {rows && address.filters.type !== DISCARDED ? (
              <HistorySums filters={address.filters} waiting={countWaiting(rows)} />
            ) : null}
            <ListRegion
              label={words.transactions}
              list={history}
              frame="edge"
              empty={<NothingFound what="transaction" verb="record" address={address} />}
            >
              {(transactions, stale) => <HistoryTable transactions={transactions} stale={stale} />}
            </ListRegion>
          </>
        )}
      </Box>
    </Card>
  )
}

function useHistory(address: ListAddress<HistoryFilters>, chosen: MedicineById) {
  const history = usePagedRows<Transaction>(address, {
    key: transactionKeys(),
    path: TRANSACTIONS_PATH,
    query: historyQuery(address.filters),
    events: ['medicines-changed'],
    failureText: words.failedLoadTransactions,
    quiet: true,
    enabled: !chosen.isLoading && !chosen.isUnknown && !dateRangeProblem(address.filters),
    again: (rows) => (countWaiting(rows) > 0 ? LOOK_AGAIN_MS : false),
  })
  const { isError, rows } = history
  useEffect(() => noteUndoneRows(rows ?? []), [rows])
  useEffect(() => {
    if (isError) notify.error(words.failedLoadTransactions)
  }, [isError])
  return history
}

const countWaiting = (rows: readonly Transaction[]) =>
  rows.filter(({ status }) => status === 'pending').length

function describeTotal(total: number, isFiltered: boolean): string {
  const count = `${formatCount(total)} ${total === 1 ? 'transaction' : 'transactions'}`
  return isFiltered ? words.countFound(count) : count
}

function HistorySums({ filters, waiting }: { filters: HistoryFilters; waiting: number }) {
  const { data, isPlaceholderData } = useHistorySums(filters, waiting)
  if (!data || data.count === 0) return null
  return (
    <Box px="4" py="3" borderBottomWidth="1px" opacity={isPlaceholderData ? 0.6 : 1}>
      <FigureList label={words.sums} figures={figuresOf(data)} />
      {waiting > 0 ? (
        <Text color="fg.muted" textStyle="xs" mt="2">
          {words.waitingOnesCounted}
        </Text>
      ) : null}
    </Box>
  )
}

const figuresOf = ({ count, unitsIn, unitsOut, rupeesIn, rupeesOut }: TransactionsSummary) =>
  [
    [sharedWords.transactions, formatCount(count)],
    [words.unitsIn, formatCount(unitsIn)],
    [words.unitsOut, formatCount(unitsOut)],
    [words.rupeesIn, formatRupees(rupeesIn)],
    [words.rupeesOut, formatRupees(rupeesOut)],
  ] as const
