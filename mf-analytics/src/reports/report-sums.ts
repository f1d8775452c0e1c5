import type { ComparedFigure, Report } from '@mms/contracts'
import { formatCount, formatRupees } from '@mms/ui'
import * as words from '../words/reports.ts'

const costText = ({ costed, medicines }: Report['summary']['inventoryCost']) =>
  words.costKnown(formatCount(costed), formatCount(medicines))

export function summaryFiguresOf({ period, summary }: Report) {
  const { inventoryValue, inventoryCost: cost, sales, averageStock, refunds, purchases } = summary
  const row = (label: string, figure: ComparedFigure, format: (value: number) => string) => ({
    label,
    value: format(figure.value),
    change: words.describeChange(figure, period),
  })
  const units = (value: number) => words.unitCount(formatCount(value))
  return [
    row(words.inventoryValue, inventoryValue, formatRupees),
    row(words.salesNames[period.name].sales, sales, formatRupees),
    row(words.averageStock, averageStock, units),
    { label: words.inventoryAtCost, value: formatRupees(cost.value), change: costText(cost) },
    row(words.refunds, refunds, formatRupees),
    row(words.purchases, purchases, formatRupees),
  ]
}

export const expirySumsOf = ({ summary: { expiredValue, expiringValue } }: Report) => [
  { label: words.expiredStock, value: formatRupees(expiredValue) },
  { label: words.expiringStock, value: formatRupees(expiringValue) },
]

export function stockSumsOf(report: Report) {
  const units = (field: 'added' | 'removed') =>
    words.unitCount(formatCount(report.stockHistory.reduce((sum, month) => sum + month[field], 0)))
  return [
    { label: words.stockAdded, value: units('added') },
    { label: words.stockRemoved, value: units('removed') },
    ...expirySumsOf(report),
  ]
}

export const movementUnitColumns = [
  { header: words.initialStock, field: 'initialStock' },
  { header: words.added, field: 'added' },
  { header: words.removed, field: 'removed' },
  { header: words.currentStock, field: 'currentStock' },
] as const

export const movementHeaders = [
  words.medicine,
  ...movementUnitColumns.map(({ header }) => header),
  words.turnoverRate,
]
