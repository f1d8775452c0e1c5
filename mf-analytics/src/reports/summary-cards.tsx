import type { Report } from '@mms/contracts'
import {
  ChartIcon,
  formatCount,
  formatRupees,
  Heading,
  PillIcon,
  ReceiptIcon,
  SimpleGrid,
  StatCard,
} from '@mms/ui'
import { describeChange } from './words.ts'

/** *Summary Statistics*, each with its change against the period before. */
export function SummaryCards({ report: { summary } }: { report: Report }) {
  const { inventoryValue, sales, averageStock } = summary
  return (
    <section aria-labelledby="summary-statistics">
      <Heading as="h2" id="summary-statistics" size="md" mb="4">
        Summary Statistics
      </Heading>
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
        <StatCard
          label="Inventory Value"
          value={formatRupees(inventoryValue.value)}
          icon={<PillIcon />}
          footer={describeChange(inventoryValue)}
        />
        <StatCard
          label="Sales"
          value={formatRupees(sales.value)}
          icon={<ReceiptIcon />}
          tone="blue"
          footer={describeChange(sales)}
        />
        <StatCard
          label="Average Stock Level"
          value={`${formatCount(averageStock.value)} units`}
          icon={<ChartIcon />}
          tone="orange"
          footer={describeChange(averageStock)}
        />
      </SimpleGrid>
    </section>
  )
}
