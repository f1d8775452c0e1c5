import type { Report } from '@mms/contracts'
import { type Chart, formatCount } from '@mms/ui'
import type { ComponentProps } from 'react'
import { formatMonth, lineOrBars } from './words.ts'

export interface Panel {
  title: string
  text: string
  none: string
  isEmpty: boolean
  chart: ComponentProps<typeof Chart>
}

export const reportPanels = (report: Report) => ({
  categoryValues: categoryValues(report),
  categories: categories(report),
  stockHistory: stockHistory(report),
  alertsOverTime: alertsOverTime(report),
  demandComparison: demandComparison(report),
})

const categories = ({ categories: rows }: Report): Panel => ({
  title: 'Medicine Categories',
  text: 'Medicines by category, today',
  none: 'No medicines yet',
  isEmpty: rows.length === 0,
  chart: {
    kind: 'bar',
    horizontal: true,
    label: 'Medicine Categories: number of medicines',
    categories: rows.map(({ category }) => category),
    series: [{ name: 'Medicines', data: rows.map(({ medicines }) => medicines) }],
    height: Math.max(240, 90 + rows.length * 26),
  },
})

const wholeRupees = (value: number) => `₹${formatCount(Math.round(value))}`

function categoryValues({ categories }: Report): Panel {
  const rows = categories.toSorted((a, b) => b.value - a.value)
  return {
    title: 'Stock Value by Category',
    text: 'In rupees at selling prices, today',
    none: 'No medicines yet',
    isEmpty: rows.length === 0,
    chart: {
      kind: 'bar',
      horizontal: true,
      label: 'Stock Value by Category: rupees at selling prices',
      categories: rows.map(({ category }) => category),
      series: [{ name: 'Stock value', data: rows.map(({ value }) => value) }],
      formatValue: wholeRupees,
      height: Math.max(240, 90 + rows.length * 26),
    },
  }
}

const stockHistory = ({ stockHistory: months }: Report): Panel => ({
  title: 'Stock History',
  text: 'Units added and removed, by month',
  none: 'No stock movements in this period',
  isEmpty: months.every(({ added, removed }) => added === 0 && removed === 0),
  chart: {
    kind: 'bar',
    label: 'Stock History: units added and removed by month',
    categories: months.map(({ month }) => formatMonth(month)),
    series: [
      { name: 'Additions', data: months.map(({ added }) => added) },
      { name: 'Removals', data: months.map(({ removed }) => removed) },
    ],
  },
})

function alertsOverTime({ alertsOverTime: counted }: Report): Panel {
  const months = counted ?? []
  return {
    title: 'Alerts Over Time',
    text: 'Alerts opened, by month',
    none: counted ? 'No alerts in this period' : 'No alerts yet',
    isEmpty: months.every(({ lowStock, expiry, highDemand }) => lowStock + expiry + highDemand === 0),
    chart: {
      kind: lineOrBars(months),
      label: 'Alerts Over Time: alerts opened by month',
      categories: months.map(({ month }) => formatMonth(month)),
      series: [
        { name: 'Low stock', data: months.map(({ lowStock }) => lowStock) },
        { name: 'Expiry', data: months.map(({ expiry }) => expiry) },
        { name: 'High demand', data: months.map(({ highDemand }) => highDemand) },
      ],
    },
  }
}

function demandComparison({ demandComparison: compared }: Report): Panel {
  const rows = compared.filter(({ thisMonth, nextMonth }) => thisMonth !== null && nextMonth !== null)
  return {
    title: 'Demand Prediction Comparison',
    text: 'Units: this month (sold so far, and forecast to its end) and next month (forecast)',
    none: 'No demand data yet',
    isEmpty: rows.length === 0,
    chart: {
      kind: 'bar',
      horizontal: true,
      height: Math.max(240, 90 + rows.length * 32),
      label: 'Demand Prediction Comparison: this month against the predicted next month, in units',
      categories: rows.map(({ category }) => category),
      series: [
        { name: 'Current month', data: rows.map(({ thisMonth }) => thisMonth ?? 0) },
        { name: 'Predicted next month', data: rows.map(({ nextMonth }) => nextMonth ?? 0) },
      ],
    },
  }
}
