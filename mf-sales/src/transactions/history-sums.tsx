import type { TransactionsSummary } from '@mms/contracts'
import { Box, Flex, formatCount, formatRupees, Text } from '@mms/ui'
import { useSums } from './api.ts'
import type { HistoryFilters } from './filters.ts'

interface Props {
  filters: HistoryFilters
  waiting: number
}

export function HistorySums({ filters, waiting }: Props) {
  const { data, isPlaceholderData } = useSums(filters, waiting)
  if (!data || data.count === 0) return null
  return (
    <Box px={{ base: '4', md: '6' }} py="4" borderBottomWidth="1px" opacity={isPlaceholderData ? 0.6 : 1}>
      <Flex as="dl" aria-label="Sums" columnGap="8" rowGap="3" wrap="wrap">
        {figuresOf(data).map(([name, figure]) => (
          <div key={name}>
            <Text as="dt" color="fg.muted" textStyle="xs">
              {name}
            </Text>
            <Text as="dd" fontWeight="semibold" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
              {figure}
            </Text>
          </div>
        ))}
      </Flex>
      {waiting > 0 ? (
        <Text color="fg.muted" textStyle="xs" mt="2">
          Without those that are waiting.
        </Text>
      ) : null}
    </Box>
  )
}

const figuresOf = ({ count, unitsIn, unitsOut, rupeesIn, rupeesOut }: TransactionsSummary) =>
  [
    ['Transactions', formatCount(count)],
    ['Units in', formatCount(unitsIn)],
    ['Units out', formatCount(unitsOut)],
    ['Rupees in', formatRupees(rupeesIn)],
    ['Rupees out', formatRupees(rupeesOut)],
  ] as const
