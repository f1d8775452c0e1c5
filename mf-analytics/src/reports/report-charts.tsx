import type { Report } from '@mms/contracts'
import { Card, Chart, SimpleGrid, Text } from '@mms/ui'
import type { ReactNode } from 'react'
import { formatMonth } from './words.ts'

/** The four charts of the report. */
export function ReportCharts({ report }: { report: Report }) {
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6">
      <Categories report={report} />
      <StockHistory report={report} />
      <AlertsOverTime report={report} />
      <DemandComparison report={report} />
    </SimpleGrid>
  )
}

function Categories({ report: { categories } }: { report: Report }) {
  return (
    <Panel title="Medicine Categories" text="Medicines of today by category" empty={categories.length === 0}>
      <Chart
        kind="bar"
        horizontal
        label="Medicine Categories: number of medicines"
        categories={categories.map(({ category }) => category)}
        series={[{ name: 'Medicines', data: categories.map(({ medicines }) => medicines) }]}
        height={Math.max(240, 90 + categories.length * 26)}
      />
    </Panel>
  )
}

function StockHistory({ report: { stockHistory } }: { report: Report }) {
  const empty = stockHistory.every(({ added, removed }) => added === 0 && removed === 0)
  return (
    <Panel
      title="Stock History"
      text="Units added and removed, by month"
      empty={empty}
      none="Nothing was added or removed in this period"
    >
      <Chart
        kind="bar"
        label="Stock History: units added and removed by month"
        categories={stockHistory.map((each) => formatMonth(each.month))}
        series={[
          { name: 'Additions', data: stockHistory.map(({ added }) => added) },
          { name: 'Removals', data: stockHistory.map(({ removed }) => removed) },
        ]}
      />
    </Panel>
  )
}

function AlertsOverTime({ report: { alertsOverTime } }: { report: Report }) {
  const months = alertsOverTime ?? []
  const empty = months.every((each) => each.lowStock + each.expiry + each.highDemand === 0)
  return (
    <Panel
      title="Alerts Over Time"
      text="Alerts that were opened, by month"
      empty={empty}
      none={alertsOverTime ? 'There were no alerts in this period' : 'No alerts are known yet'}
    >
      <Chart
        kind="line"
        label="Alerts Over Time: alerts opened by month"
        categories={months.map((each) => formatMonth(each.month))}
        series={[
          { name: 'Low stock', data: months.map(({ lowStock }) => lowStock) },
          { name: 'Expiry', data: months.map(({ expiry }) => expiry) },
          { name: 'High demand', data: months.map(({ highDemand }) => highDemand) },
        ]}
      />
    </Panel>
  )
}

function DemandComparison({ report: { demandComparison } }: { report: Report }) {
  const known = demandComparison.filter(
    ({ thisMonth, nextMonth }) => thisMonth !== null && nextMonth !== null,
  )
  return (
    <Panel
      title="Demand Prediction Comparison"
      text="Units by category: this month (sales less returns so far, and the forecast of its remaining days) against the predicted next month"
      empty={known.length === 0}
      none="No demand data yet"
    >
      <Chart
        kind="bar"
        label="Demand Prediction Comparison: this month against the predicted next month, in units"
        categories={known.map(({ category }) => category)}
        series={[
          { name: 'Current month', data: known.map(({ thisMonth }) => thisMonth ?? 0) },
          { name: 'Predicted next month', data: known.map(({ nextMonth }) => nextMonth ?? 0) },
        ]}
      />
    </Panel>
  )
}

interface PanelProps {
  title: string
  text: string
  empty: boolean
  none?: string
  children: ReactNode
}

function Panel({ title, text, empty, none = 'No medicines yet', children }: PanelProps) {
  return (
    <Card title={title} text={text}>
      {empty ? (
        <Text color="fg.muted" textAlign="center" py="16">
          {none}
        </Text>
      ) : (
        children
      )}
    </Card>
  )
}
