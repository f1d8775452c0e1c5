import type { AlertSummary } from '@mms/contracts'
import { Card, Flex, formatCount, Heading, Text } from '@mms/ui'
import { useId } from 'react'
import { alwaysCounted, severityNames, statusNames, typeNames } from './words.ts'

/** Unknown figures show as dashes, not zeros. */
export function SummaryCards({ summary }: { summary: AlertSummary | undefined }) {
  const types = typeNames.filter(([type]) => alwaysCounted.has(type) || (summary?.byType[type] ?? 0) > 0)
  return (
    <Card p={{ base: '3', md: '4' }} display="flex" flexWrap="wrap" columnGap="10" rowGap="1.5">
      <Counts title="By Status" names={statusNames} counts={summary?.byStatus} />
      <Counts title="By Severity" names={severityNames} counts={summary?.bySeverity} />
      <Counts title="By Type" names={types} counts={summary?.byType} />
    </Card>
  )
}

interface CountsProps {
  title: string
  names: readonly (readonly [key: string, name: string])[]
  counts: Partial<Record<string, number>> | undefined
}

function Counts({ title, names, counts }: CountsProps) {
  const id = useId()
  return (
    <Flex
      as="section"
      aria-labelledby={id}
      wrap="wrap"
      columnGap="4"
      rowGap="0.5"
      align="baseline"
      textStyle="sm"
    >
      <Heading as="h2" id={id} textStyle="sm">
        {title}
      </Heading>
      <Flex as="dl" wrap="wrap" columnGap="4" rowGap="0.5">
        {names.map(([key, name]) => (
          <Flex key={key} gap="1.5">
            <Text as="dt" color="fg.muted">
              {name}
            </Text>
            <Text as="dd" fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {counts ? formatCount(counts[key] ?? 0) : '–'}
            </Text>
          </Flex>
        ))}
      </Flex>
    </Flex>
  )
}
