import type { StockLevel } from '@mms/contracts'
import { problemOf } from '@mms/sdk/queries'
import { Card, Chart, PageLoader, ProblemCard } from '@mms/ui'
import { useStockLevels } from './api.ts'

/** The specification's placeholder. */
const NOTHING: Pick<StockLevel, 'name' | 'currentStock' | 'minStockLevel'>[] = [
  { name: 'No medicines yet', currentStock: 0, minStockLevel: 0 },
]

/** Stock against minimum, for the medicines that are shortest of it. */
export function StockChart() {
  const levels = useStockLevels()
  return (
    <Card title="Current Stock Levels" text="The medicines lowest in relation to their minimum">
      {levels.data ? (
        <Bars levels={levels.data.length > 0 ? levels.data : NOTHING} />
      ) : levels.isError ? (
        <ProblemCard {...problemOf(levels, 'The stock levels could not be loaded')} />
      ) : (
        <PageLoader text="Loading stock levels..." />
      )}
    </Card>
  )
}

function Bars({ levels }: { levels: typeof NOTHING }) {
  return (
    <Chart
      kind="bar"
      horizontal
      label="Current Stock Levels: current stock against minimum required"
      categories={levels.map((level) => level.name)}
      series={[
        { name: 'Current Stock', data: levels.map((level) => level.currentStock) },
        { name: 'Minimum Required', data: levels.map((level) => level.minStockLevel) },
      ]}
      height={Math.max(200, 90 + levels.length * 38)}
    />
  )
}
