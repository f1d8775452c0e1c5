import type { MedicineDemand } from '@mms/contracts'
import { Button, Card, Chart, Flex, formatDate } from '@mms/ui'
import { useState } from 'react'
import { formatMonth, lineOrBars } from '../reports/words.ts'
import { formatOneDecimal } from './words.ts'

type Kind = 'weeks' | 'months'
const SHOWN: Record<Kind, number> = { weeks: 52, months: 24 }

export function DemandChart({ demand }: { demand: MedicineDemand }) {
  const [kind, setKind] = useState<Kind>('weeks')
  const chart = chartOf(demand, kind)
  return (
    <Card
      title="Demand"
      text={`Units used and forecast, by ${kind === 'weeks' ? 'week from Monday' : 'month'}; the running one is forecast`}
      actions={
        <Flex gap="2" flexShrink={0}>
          {(['weeks', 'months'] as const).map((each) => (
            <Button
              key={each}
              size="sm"
              variant={each === kind ? 'solid' : 'outline'}
              aria-pressed={each === kind}
              onClick={() => setKind(each)}
            >
              {each === 'weeks' ? 'Weeks' : 'Months'}
            </Button>
          ))}
        </Flex>
      }
    >
      <Chart
        key={kind}
        kind={chart.bands.length > 0 ? 'line' : lineOrBars(chart.categories)}
        label={`Demand by ${kind}: history and forecast`}
        {...chart}
      />
    </Card>
  )
}

function chartOf({ history, forecast }: MedicineDemand, kind: Kind) {
  const past = history[kind].slice(-SHOWN[kind])
  const points = forecast?.[kind]?.points ?? []
  const nameOf = (start: string) => (kind === 'weeks' ? formatDate(start) : formatMonth(start.slice(0, 7)))
  const nothing = { past: past.map(() => Number.NaN), ahead: points.map(() => Number.NaN) }
  const isCorrected = past.some(({ stockOutDays }) => stockOutDays > 0)
  const ahead = (figures: number[]) => [...nothing.past, ...figures]
  return {
    categories: [...past, ...points].map(({ start }) => nameOf(start)),
    series: [
      { name: 'Used', data: [...past.map(({ consumed }) => consumed), ...nothing.ahead] },
      ...(isCorrected
        ? [
            {
              name: 'Corrected for days without stock',
              data: [...past.map(({ corrected }) => corrected ?? Number.NaN), ...nothing.ahead],
            },
          ]
        : []),
      ...(points.length > 0 ? [{ name: 'Forecast', data: ahead(points.map(({ units }) => units)) }] : []),
    ],
    bands:
      points.length > 0
        ? [
            {
              name: '95 % limits',
              low: ahead(points.map(({ low95 }) => low95)),
              high: ahead(points.map(({ high95 }) => high95)),
            },
            {
              name: '80 % limits',
              low: ahead(points.map(({ low80 }) => low80)),
              high: ahead(points.map(({ high80 }) => high80)),
            },
          ]
        : [],
    formatValue: formatOneDecimal,
  }
}
