import type { StockCover, StockLevel } from '@mms/contracts'
import { problemOf } from '@mms/sdk/queries'
import { Card, Chart, PageLoader, ProblemCard } from '@mms/ui'
import { useStockCover, useStockLevels } from './api.ts'

const NOTHING: Pick<StockLevel, 'name' | 'currentStock' | 'minStockLevel'>[] = [
  { name: 'No medicines yet', currentStock: 0, minStockLevel: 0 },
]

/** The server's limit for this list. If most of it is out of stock, the bars say nothing. */
const MANY = 10

const coverNames = {
  out: 'Out of stock',
  week: 'Up to 7 days',
  month: '8–30 days',
  quarter: '31–90 days',
  longer: 'Over 90 days',
  unsoldLow: 'No sales, up to minimum',
  unsold: 'No sales, above minimum',
} as const satisfies Record<keyof StockCover, string>

const coverBands = Object.keys(coverNames) as (keyof StockCover)[]

export function StockChart() {
  const levels = useStockLevels()
  const inStock = levels.data?.filter(({ currentStock }) => currentStock > 0).length ?? 0
  const isLarge = levels.data?.length === MANY && inStock < MANY / 2
  const cover = useStockCover(isLarge)
  const isWaiting = levels.isPending || (isLarge && cover.isPending)
  return (
    <Card
      title="Current Stock Levels"
      text={
        isLarge ? 'Medicines by days of stock, at the sales of the last 90 days' : 'Furthest below minimum'
      }
    >
      {isWaiting && !levels.isError ? (
        <PageLoader text="Loading stock levels..." />
      ) : cover.data ? (
        <Cover counts={cover.data} />
      ) : levels.data ? (
        <Bars levels={levels.data.length > 0 ? levels.data : NOTHING} />
      ) : (
        <ProblemCard {...problemOf(levels, 'The stock levels could not be loaded')} />
      )}
    </Card>
  )
}

function Cover({ counts }: { counts: StockCover }) {
  return (
    <Chart
      kind="bar"
      horizontal
      label="Current Stock Levels: medicines by days of stock"
      categories={coverBands.map((band) => coverNames[band])}
      series={[{ name: 'Medicines', data: coverBands.map((band) => counts[band]) }]}
      height={320}
    />
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
