import type { ClimatePrediction } from '@mms/contracts'
import { Card, Chart } from '@mms/ui'
import { demandByCategory } from './figures.ts'
import { formatMultiplier } from './words.ts'

interface Props {
  predictions: readonly ClimatePrediction[]
}

export function CategoryChart({ predictions }: Props) {
  const categories = demandByCategory(predictions)
  return (
    <Card title="Demand by Category" text="Average demand multiplier; 1.0x is normal demand">
      <Chart
        kind="bar"
        horizontal
        label="Demand by Category: average demand multiplier"
        categories={categories.map(({ category }) => category)}
        series={[{ name: 'Average demand multiplier', data: categories.map(({ multiplier }) => multiplier) }]}
        formatValue={formatMultiplier}
        height={Math.max(240, 90 + categories.length * 28)}
      />
    </Card>
  )
}

export function RiskChart({ predictions }: Props) {
  const high = predictions.filter(({ isHighRiskCategory }) => isHighRiskCategory).length
  return (
    <Card title="Climate Impact Distribution" text="Medicines in categories at high and at normal risk">
      <Chart
        kind="donut"
        label="Climate Impact Distribution: medicines by risk"
        categories={['High risk', 'Normal risk']}
        series={[{ name: 'Medicines', data: [high, predictions.length - high] }]}
      />
    </Card>
  )
}
