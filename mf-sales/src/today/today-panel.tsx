import type { SalesToday } from '@mms/contracts'
import { Link, useRefetchOn, useStoreToday } from '@mms/sdk'
import { problemOf, useGet } from '@mms/sdk/queries'
import {
  Box,
  Card,
  Flex,
  formatCount,
  formatDate,
  formatRupees,
  ProblemCard,
  SimpleGrid,
  Skeleton,
  Text,
  TextLink,
} from '@mms/ui'
import type { ReactNode } from 'react'
import { transactionKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/today.ts'

const NAMED = 3
const LOOK_MS = 60_000
const bothColumns = { gridColumn: '1 / -1' }

function useSalesToday() {
  const queryKey = transactionKeys('today', useStoreToday())
  // Sample data arrives through the inventory feed.
  useRefetchOn(['medicines-changed'], queryKey, { throughFeed: ['medicines-changed'] })
  return useGet<SalesToday>(queryKey, `${TRANSACTIONS_PATH}/today`, { refetchInterval: LOOK_MS })
}

export function TodayPanel() {
  const query = useSalesToday()
  const { data, isError } = query
  if (isError && !data)
    return (
      <Box {...bothColumns}>
        <ProblemCard {...problemOf(query, words.loadFailed)} />
      </Box>
    )
  if (data === undefined)
    return (
      <Skeleton
        {...bothColumns}
        height="48"
        borderRadius="xl"
        role="status"
        aria-label={words.loadingSales}
      />
    )
  return data.transactions + data.weekBefore.transactions > 0 ? <Today today={data} /> : null
}

function Today({ today: { date, sales, transactions, people, weekBefore } }: { today: SalesToday }) {
  const day = weekdayOf(date)
  return (
    <Card
      {...bothColumns}
      title={sharedWords.today}
      text={`${day}, ${formatDate(date)}`}
      actions={
        <TextLink asChild textStyle="sm" flexShrink="0">
          <Link to={`/sales?startDate=${date}&endDate=${date}`}>{words.viewTransactions}</Link>
        </TextLink>
      }
    >
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="5">
        <Figure label={words.salesLessRefunds} value={formatRupees(sales)}>
          {describeComparison(sales, weekBefore.sales, formatRupees(weekBefore.sales), day)}
        </Figure>
        <Figure label={sharedWords.transactions} value={formatCount(transactions)}>
          {describeComparison(
            transactions,
            weekBefore.transactions,
            formatCount(weekBefore.transactions),
            day,
          )}
        </Figure>
        <People people={people} />
      </SimpleGrid>
    </Card>
  )
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div>
      <Text color="fg.muted" textStyle="sm" fontWeight="medium">
        {label}
      </Text>
      <Text textStyle="2xl" fontWeight="bold" fontVariantNumeric="tabular-nums" letterSpacing="tight">
        {value}
      </Text>
      <Text color="fg.muted" textStyle="sm">
        {children}
      </Text>
    </div>
  )
}

function People({ people }: Pick<SalesToday, 'people'>) {
  const others = people.length - NAMED
  return (
    <div>
      <Text color="fg.muted" textStyle="sm" fontWeight="medium" mb="1">
        {sharedWords.byPerson}
      </Text>
      {people.length === 0 ? <Text>{words.nothingRecordedYet}</Text> : null}
      <Box as="ul" listStyleType="none">
        {people.slice(0, NAMED).map(({ _id, name, sales, transactions }) => (
          <Flex as="li" key={_id} justify="space-between" gap="3" textStyle="sm">
            <Text minW="0" overflowWrap="anywhere">
              {name ?? words.notKnown}
            </Text>
            <Text flexShrink="0" fontVariantNumeric="tabular-nums">
              {formatRupees(sales)} · {formatCount(transactions)}
            </Text>
          </Flex>
        ))}
      </Box>
      {others > 0 ? (
        <Text color="fg.muted" textStyle="sm">
          {words.andMore(formatCount(others))}
        </Text>
      ) : null}
    </div>
  )
}

const weekday = new Intl.DateTimeFormat('en-IN', { weekday: 'long', timeZone: 'UTC' })

export const weekdayOf = (date: string): string => weekday.format(new Date(date))

/** Example: `▲ 20 % on last Monday, same time (₹100.00)`. No percentage if a figure is zero. */
export function describeComparison(now: number, before: number, shown: string, day: string): string {
  if (now <= 0 || before <= 0) return words.lastWeekday(shown, day)
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return words.sameAsLast(day, shown)
  return words.changeOnLast(percent > 0 ? '▲' : '▼', formatCount(Math.abs(percent)), day, shown)
}
