import type { Report } from '@mms/contracts'
import { type Chart, formatCount } from '@mms/ui'
import type { ComponentProps } from 'react'
import { chartTypeOf, formatMonth } from '../figures.ts'
import * as words from '../words/reports.ts'
import * as sharedWords from '../words/shared.ts'

export interface ReportPanel {
  title: string
  text: string
  none: string
  isEmpty: boolean
  chart: ComponentProps<typeof Chart>
}

type Drawn = Omit<ReportPanel['chart'], 'label'> & Pick<ReportPanel, 'none' | 'isEmpty'>

function panelOf(name: keyof typeof words.panels, { none, isEmpty, ...chart }: Drawn): ReportPanel {
  const { label, ...texts } = words.panels[name]
  return { ...texts, none, isEmpty, chart: { label, ...chart } }
}

const barsBy = (rows: readonly { category: string }[], rowHeight: number) => ({
  kind: 'bar' as const,
  horizontal: true,
  isEmpty: rows.length === 0,
  categories: rows.map(({ category }) => category),
  height: Math.max(240, 90 + rows.length * rowHeight),
})

export function reportPanelsOf({ categories, stockHistory, alertsOverTime, demandComparison }: Report) {
  const byValue = categories.toSorted((a, b) => b.value - a.value)
  const counted = alertsOverTime ?? []
  const compared = demandComparison.filter((row) => row.thisMonth !== null && row.nextMonth !== null)
  return {
    categoryValues: panelOf('categoryValues', {
      ...barsBy(byValue, 26),
      none: sharedWords.noMedicinesYet,
      series: [{ name: words.stockValue, data: byValue.map(({ value }) => value) }],
      formatValue: (value) => `₹${formatCount(Math.round(value))}`,
    }),
    categories: panelOf('categories', {
      ...barsBy(categories, 26),
      none: sharedWords.noMedicinesYet,
      series: [{ name: sharedWords.medicines, data: categories.map(({ medicines }) => medicines) }],
    }),
    stockHistory: panelOf('stockHistory', {
      kind: 'bar',
      none: words.noMovements,
      isEmpty: stockHistory.every(({ added, removed }) => added === 0 && removed === 0),
      categories: stockHistory.map(({ month }) => formatMonth(month)),
      series: [
        { name: words.additions, data: stockHistory.map(({ added }) => added) },
        { name: words.removals, data: stockHistory.map(({ removed }) => removed) },
      ],
    }),
    alertsOverTime: panelOf('alertsOverTime', {
      kind: chartTypeOf(counted),
      none: alertsOverTime ? words.noAlertsInPeriod : words.noAlertsYet,
      isEmpty: counted.every(({ lowStock, expiry, highDemand }) => lowStock + expiry + highDemand === 0),
      categories: counted.map(({ month }) => formatMonth(month)),
      series: [
        { name: words.lowStock, data: counted.map(({ lowStock }) => lowStock) },
        { name: words.expiry, data: counted.map(({ expiry }) => expiry) },
        { name: words.highDemand, data: counted.map(({ highDemand }) => highDemand) },
      ],
    }),
    demandComparison: panelOf('demandComparison', {
      ...barsBy(compared, 32),
      none: sharedWords.noDemandData,
      series: [
        { name: words.currentMonth, data: compared.map(({ thisMonth }) => thisMonth ?? 0) },
        { name: words.predictedNextMonth, data: compared.map(({ nextMonth }) => nextMonth ?? 0) },
      ],
    }),
  }
}
