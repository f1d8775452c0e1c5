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

export const reportPanelsOf = (report: Report) => ({
  categoryValues: categoryValues(report),
  categories: categories(report),
  stockHistory: stockHistory(report),
  alertsOverTime: alertsOverTime(report),
  demandComparison: demandComparison(report),
})

const categories = ({ categories: rows }: Report): ReportPanel => ({
  title: words.medicineCategories,
  text: words.categoriesText,
  none: sharedWords.noMedicinesYet,
  isEmpty: rows.length === 0,
  chart: {
    kind: 'bar',
    horizontal: true,
    label: words.categoriesChart,
    categories: rows.map(({ category }) => category),
    series: [{ name: sharedWords.medicines, data: rows.map(({ medicines }) => medicines) }],
    height: Math.max(240, 90 + rows.length * 26),
  },
})

const wholeRupees = (value: number) => `₹${formatCount(Math.round(value))}`

function categoryValues({ categories }: Report): ReportPanel {
  const rows = categories.toSorted((a, b) => b.value - a.value)
  return {
    title: words.valueByCategory,
    text: words.valueByCategoryText,
    none: sharedWords.noMedicinesYet,
    isEmpty: rows.length === 0,
    chart: {
      kind: 'bar',
      horizontal: true,
      label: words.valueByCategoryChart,
      categories: rows.map(({ category }) => category),
      series: [{ name: words.stockValue, data: rows.map(({ value }) => value) }],
      formatValue: wholeRupees,
      height: Math.max(240, 90 + rows.length * 26),
    },
  }
}

const stockHistory = ({ stockHistory: months }: Report): ReportPanel => ({
  title: words.stockHistory,
  text: words.stockHistoryText,
  none: words.noMovements,
  isEmpty: months.every(({ added, removed }) => added === 0 && removed === 0),
  chart: {
    kind: 'bar',
    label: words.stockHistoryChart,
    categories: months.map(({ month }) => formatMonth(month)),
    series: [
      { name: words.additions, data: months.map(({ added }) => added) },
      { name: words.removals, data: months.map(({ removed }) => removed) },
    ],
  },
})

function alertsOverTime({ alertsOverTime: counted }: Report): ReportPanel {
  const months = counted ?? []
  return {
    title: words.alertsOverTime,
    text: words.alertsText,
    none: counted ? words.noAlertsInPeriod : words.noAlertsYet,
    isEmpty: months.every(({ lowStock, expiry, highDemand }) => lowStock + expiry + highDemand === 0),
    chart: {
      kind: chartTypeOf(months),
      label: words.alertsChart,
      categories: months.map(({ month }) => formatMonth(month)),
      series: [
        { name: words.lowStock, data: months.map(({ lowStock }) => lowStock) },
        { name: words.expiry, data: months.map(({ expiry }) => expiry) },
        { name: words.highDemand, data: months.map(({ highDemand }) => highDemand) },
      ],
    },
  }
}

function demandComparison({ demandComparison: compared }: Report): ReportPanel {
  const rows = compared.filter(({ thisMonth, nextMonth }) => thisMonth !== null && nextMonth !== null)
  return {
    title: words.demandComparison,
    text: words.demandComparisonText,
    none: sharedWords.noDemandData,
    isEmpty: rows.length === 0,
    chart: {
      kind: 'bar',
      horizontal: true,
      height: Math.max(240, 90 + rows.length * 32),
      label: words.demandComparisonChart,
      categories: rows.map(({ category }) => category),
      series: [
        { name: words.currentMonth, data: rows.map(({ thisMonth }) => thisMonth ?? 0) },
        { name: words.predictedNextMonth, data: rows.map(({ nextMonth }) => nextMonth ?? 0) },
      ],
    },
  }
}
