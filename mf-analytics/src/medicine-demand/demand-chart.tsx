import type { MedicineDemand } from '@mms/contracts'
import { Button, Card, Chart, Flex, formatDate } from '@mms/ui'
import { useState } from 'react'
import { chartTypeOf, formatMonth, formatOneDecimal } from '../figures.ts'
import * as words from '../words/medicine-demand.ts'

type Kind = 'weeks' | 'months'
const SHOWN: Record<Kind, number> = { weeks: 52, months: 24 }

export function DemandChart({ demand }: { demand: MedicineDemand }) {
  const [kind, setKind] = useState<Kind>('weeks')
  const chart = chartOf(demand, kind)
  return (
    <Card
      title={words.demand}
      text={words.demandText(kind === 'weeks')}
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
              {each === 'weeks' ? words.weeks : words.months}
            </Button>
          ))}
        </Flex>
      }
    >
      <Chart
        key={kind}
        kind={chart.bands.length > 0 ? 'line' : chartTypeOf(chart.categories)}
        label={words.demandChart(kind)}
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
  const corrected = past.map((period) => period.corrected ?? Number.NaN)
  const isCorrected = past.some(({ stockOutDays }) => stockOutDays > 0)
  const ahead = (figures: number[]) => [...nothing.past, ...figures]
  const band = (name: string, percent: '80' | '95') => ({
    name,
    low: ahead(points.map((point) => point[`low${percent}`])),
    high: ahead(points.map((point) => point[`high${percent}`])),
  })
  return {
    categories: [...past, ...points].map(({ start }) => nameOf(start)),
    series: [
      { name: words.used, data: [...past.map(({ consumed }) => consumed), ...nothing.ahead] },
      ...(isCorrected ? [{ name: words.corrected, data: [...corrected, ...nothing.ahead] }] : []),
      ...(points.length > 0 ? [{ name: words.forecast, data: ahead(points.map(({ units }) => units)) }] : []),
    ],
    bands: points.length > 0 ? [band(words.wideLimits, '95'), band(words.narrowLimits, '80')] : [],
    formatValue: formatOneDecimal,
  }
}
