import { type AlertSummary, openAlerts } from '@mms/contracts'
import { Box, Card, Flex, formatCount, SimpleGrid, Text } from '@mms/ui'
import { countAlerts, severityNames, statusNames, typeNames } from './words.ts'

/** How many alerts there are by status, severity and type. Figures that are not known are dashes, not zeros. */
export function SummaryCards({ summary }: { summary: AlertSummary | undefined }) {
  const open = summary && openAlerts(summary)
  return (
    <SimpleGrid columns={{ base: 2, md: 3 }} gap="4">
      <Counts
        title="By Status"
        text={open === undefined ? '–' : `${countAlerts(open, formatCount(open))} open`}
        names={statusNames}
        counts={summary?.byStatus}
      />
      <Counts title="By Severity" text="Of open alerts" names={severityNames} counts={summary?.bySeverity} />
      <Counts title="By Type" text="Of open alerts" names={typeNames} counts={summary?.byType} wide />
    </SimpleGrid>
  )
}

interface CountsProps {
  title: string
  text: string
  names: readonly (readonly [key: string, name: string])[]
  counts: Partial<Record<string, number>> | undefined
  /** Long names need the width of a phone. */
  wide?: boolean
}

function Counts({ title, text, names, counts, wide = false }: CountsProps) {
  return (
    <Card title={title} text={text} gridColumn={wide ? { base: 'span 2', md: 'auto' } : 'auto'}>
      <Box as="dl">
        {names.map(([key, name]) => (
          <Flex key={key} justify="space-between" gap="4" py="0.5">
            <Text as="dt" color="fg.muted">
              {name}
            </Text>
            <Text as="dd" fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {counts ? formatCount(counts[key] ?? 0) : '–'}
            </Text>
          </Flex>
        ))}
      </Box>
    </Card>
  )
}
