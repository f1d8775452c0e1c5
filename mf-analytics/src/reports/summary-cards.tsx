import type { Report } from '@mms/contracts'
import { ChartIcon, Heading, PillIcon, ReceiptIcon, SimpleGrid, StatCard, Text } from '@mms/ui'
import { NET_OF_REFUNDS, summaryFigures } from './words.ts'

const looks = [
  { icon: <PillIcon /> },
  { icon: <ReceiptIcon />, tone: 'blue' },
  { icon: <ChartIcon />, tone: 'orange' },
] as const

export function SummaryCards({ report }: { report: Report }) {
  return (
    <section aria-labelledby="summary-statistics">
      <Heading as="h2" id="summary-statistics" size="md" mb="4">
        Summary Statistics
      </Heading>
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
        {summaryFigures(report).map(({ label, value, change }, at) => (
          <StatCard key={label} label={label} value={value} footer={change} {...looks[at]} />
        ))}
      </SimpleGrid>
      <Text color="fg.muted" textStyle="sm" mt="3">
        {NET_OF_REFUNDS}
      </Text>
    </section>
  )
}
