import type { PeriodForecastShown, SuggestedOrder } from '@mms/contracts'
import { formatCount } from '@mms/ui'

const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
const oneDecimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 })

/** Example: `formatUnits(12.345) // '12.35'`. */
export const formatUnits = (units: number) => decimals.format(units)
/** For charts: `formatRough(12.345) // '12.3'`. Unknown values show a dash. */
export const formatOneDecimal = (units: number) => (Number.isFinite(units) ? oneDecimal.format(units) : '-')
export const formatShare = (share: number) => percent.format(share)

export const counted = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

const methodNames: Record<string, string> = {
  ses: 'smoothed level',
  factor: 'level × season',
  year: "last year's mean × season",
  theta: 'level with half the trend (Theta)',
  'same-period': 'same time in earlier years',
  'seasonal-naive': 'same time last year',
  intermittent: 'rare demand (SES, TSB, ADIDA)',
}

/** Methods of a newer release show their short name. */
export const methodName = (method: string) => methodNames[method] ?? method

/** Example: `level × season 60 %, smoothed level 40 %`. */
export function describeWeights({ weights }: PeriodForecastShown): string {
  return Object.entries(weights)
    .filter(([, weight]) => weight >= 0.005)
    .sort(([, a], [, b]) => b - a)
    .map(([method, weight]) => `${methodName(method)} ${formatShare(weight)}`)
    .join(', ')
}

export function describeError({ pastError }: PeriodForecastShown, noun: 'week' | 'month'): string {
  if (!pastError) return 'No past forecasts to compare with yet.'
  const { forecasts, meanAbsolute, meanActual } = pastError
  const share = meanActual > 0 ? ` (${formatShare(meanAbsolute / meanActual)} of the mean ${noun})` : ''
  return `Its last ${counted(forecasts, 'forecast')} of the next ${noun} ${forecasts === 1 ? 'was' : 'were'} off by ${formatCount(meanAbsolute)} units on average${share}.`
}

/** Examples: `20`, and `20 × 1.5 = 30` if the medicine's factors apply. */
const minimumOf = ({ multiplier }: SuggestedOrder, minStockLevel: number) =>
  multiplier === 1
    ? formatCount(minStockLevel)
    : `${formatCount(minStockLevel)} × ${formatUnits(multiplier)} = ${formatUnits(minStockLevel * multiplier)}`

export function orderSteps(order: SuggestedOrder, minStockLevel: number): string[] {
  const { leadTimeDays, reviewPeriodDays, demand, safety, serviceLevel } = order
  const days = leadTimeDays + reviewPeriodDays
  return [
    `Lead time ${counted(leadTimeDays, 'day')} + review period ${counted(reviewPeriodDays, 'day')} = ${counted(days, 'day')} until an order of the next review has come (store settings).`,
    demand === null || safety === null
      ? 'No sales to forecast from yet.'
      : `Forecast for these days: ${formatUnits(demand)} units. Safety stock for ${formatShare(serviceLevel)} of demand served: ${formatUnits(safety.units)}, from ${counted(safety.errors, 'past error')} over ${counted(safety.periods, safety.kind)}.`,
    order.multiplier > 0
      ? `At or below minimum ${minimumOf(order, minStockLevel)} it needs restocking: order up to ${formatCount(order.minimumUpTo)} at least.`
      : 'Its factors expect no demand now, so the minimum does not count.',
    `Order up to the larger of both: ${formatUnits(order.orderUpTo)}.`,
    `${formatUnits(order.orderUpTo)} − ${formatCount(order.onHand)} in stock − ${formatCount(order.onOrder)} on order (orders under way are not recorded here) + ${formatUnits(order.expiring)} that expire unsold by then, rounded up = ${formatCount(order.suggested)}.`,
  ]
}
