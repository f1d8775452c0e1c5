import type { ShownPeriodForecast, SuggestedOrder } from '@mms/contracts'
import { formatCount } from '@mms/ui'
import { formatShare, formatUnits } from '../figures.ts'

export const counted = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

const methodNames: Record<string, string> = {
  ses: 'smoothed average',
  factor: 'smoothed average × season',
  year: "last year's average × season",
  theta: 'smoothed average with half the trend (Theta)',
  'same-period': 'same time in earlier years',
  'seasonal-naive': 'same time last year',
  intermittent: 'rare sales (SES, TSB, ADIDA)',
}

/** A method that this release does not know shows its identifier. */
const methodName = (method: string) => methodNames[method] ?? method

/** Example: `smoothed average × season 60 %, smoothed average 40 %`. */
export function describeWeights({ weights }: ShownPeriodForecast): string {
  return Object.entries(weights)
    .filter(([, weight]) => weight >= 0.005)
    .sort(([, a], [, b]) => b - a)
    .map(([method, weight]) => `${methodName(method)} ${formatShare(weight)}`)
    .join(', ')
}

export function describeError({ pastError }: ShownPeriodForecast, noun: 'week' | 'month'): string {
  if (!pastError) return 'No past forecasts to compare with yet.'
  const { forecasts, meanAbsolute, meanActual } = pastError
  const share = meanActual > 0 ? ` (${formatShare(meanAbsolute / meanActual)} of an average ${noun})` : ''
  return `The last ${counted(forecasts, 'forecast')} for the next ${noun} ${forecasts === 1 ? 'was' : 'were'} off by ${formatCount(meanAbsolute)} units on average${share}.`
}

/** Examples: `20`, or `20 × 1.5 = 30` if a demand factor applies. */
const minimumOf = ({ multiplier }: SuggestedOrder, minStockLevel: number) =>
  multiplier === 1
    ? formatCount(minStockLevel)
    : `${formatCount(minStockLevel)} × ${formatUnits(multiplier)} = ${formatUnits(minStockLevel * multiplier)}`

export function orderSteps(order: SuggestedOrder, minStockLevel: number): string[] {
  const { leadTimeDays, reviewPeriodDays, demand, safety, serviceLevel } = order
  const days = leadTimeDays + reviewPeriodDays
  return [
    `Lead time ${counted(leadTimeDays, 'day')} + review period ${counted(reviewPeriodDays, 'day')} = ${counted(days, 'day')} that the stock must last (store settings).`,
    demand === null || safety === null
      ? 'No sales to forecast from yet.'
      : `Forecast for these days: ${formatUnits(demand)} units. Safety stock to meet ${formatShare(serviceLevel)} of demand: ${formatUnits(safety.units)}, from ${counted(safety.errors, 'past forecast error')} over ${counted(safety.periods, safety.kind)}.`,
    order.multiplier > 0
      ? `At or below the minimum of ${minimumOf(order, minStockLevel)}, it needs restocking: order up to at least ${formatCount(order.minimumUpTo)}.`
      : 'No demand expected this season; minimum level ignored.',
    `Order up to the larger of the two: ${formatUnits(order.orderUpTo)}.`,
    `${formatUnits(order.orderUpTo)} − ${formatCount(order.onHand)} in stock − ${formatCount(order.onOrder)} on order (open purchase orders are not recorded here) + ${formatUnits(order.expiring)} expected to expire unsold, rounded up = ${formatCount(order.suggested)}.`,
  ]
}

export const demand = 'Demand'
export const demandText = (isByWeek: boolean) =>
  `Units sold and forecast per ${isByWeek ? 'week, from Monday. The current week' : 'month. The current month'} is a forecast.`
export const weeks = 'Weeks'
export const months = 'Months'
export const demandChart = (kind: string) => `Demand by ${kind}: history and forecast`
export const used = 'Used'
export const corrected = 'Corrected for days without stock'
export const forecast = 'Forecast'
export const wideLimits = '95 % limits'
export const narrowLimits = '80 % limits'
export const demandOfMedicine = 'Demand of a medicine'
export const demandNamed = (name: string) => `Demand: ${name}`
export const noSuchMedicine = 'There is no such medicine'
export const mayBeNew = 'It may have been added just now. Try again in a moment.'
export const demandLoadFailed = 'Failed to load the demand'
export const loadingDemand = 'Loading the demand...'
export const forecastInProgress = 'The forecast is being calculated'
export const forecastSoon =
  'It appears here within a minute. Until then, predictions use the demand factors and the minimum stock level.'
export const forecastLater =
  'History and forecast appear after the first full week with sales. Until then, predictions use the demand factors and the minimum stock level.'
export const needsRestocking = 'Does it need restocking?'
export const month = 'Month'
export const daysColumn = 'Days'
export const withoutStock = 'Without stock'
export const correctedColumn = 'Corrected'
export const notKnown = 'not known'
export const averageMonthlyConsumption = 'Average monthly consumption'
export const notKnownYet = 'Not known yet'
export const units = (count: string) => `${count} units`
export const noWholeMonth = 'No full month of records yet'
export const averageOfMonths = 'Average of the last full months'
export const consumptionByMonth = 'Consumption in the last full months'
export const consumptionRule =
  'Used = sales − returns. Corrected = used × days ÷ (days − days without stock).'
export const averageWorking = (monthSum: string, months: number, perMonth: string) =>
  `(${monthSum}) ÷ ${months} = ${perMonth} units a month.`
export const noUse = 'No consumption'
export const monthsOfStock = 'Months of stock'
export function describeStock(usable: number, stock: number): string {
  if (usable === stock) return `${formatCount(stock)} units in stock`
  return usable === 0
    ? `Nothing can be sold: all ${formatCount(stock)} units are on hold or expired`
    : `${formatCount(usable)} of ${formatCount(stock)} units in stock can be sold`
}
export const monthsWorking = (usable: string, perMonth: string, months: string) =>
  `${usable} that can be sold ÷ ${perMonth} a month = ${months} months.`
export const noConsumption =
  'Stock that can be sold ÷ average monthly consumption. There has been no consumption.'
export const expires = 'Expires'
export const noDate = 'no date'
export const soldByThen = 'Expected sales by then'
export const atRisk = 'At risk'
export const riskOfExpiry = 'At risk of expiry'
export const noSalesYet = 'No sales to forecast from yet'
export const lotsByExpiry = 'Stock by expiry date'
export const noStock = 'Nothing is in stock.'
export const riskRule =
  'At risk = stock that expires by then − expected sales by then − units already counted for earlier dates.'
export const riskValue = (units: string, value: string) =>
  `${units} units at the prices of their batches = ${value}.`
export const suggestedOrder = 'Suggested order'
export const nothing = 'Nothing'
export const orderUpTo = (orderUpTo: string) => `Order up to ${orderUpTo}`
export const howCalculated = 'How is this calculated?'
export const weekFrom = 'Week from'
export const forecastRule = 'Usual × season = forecast'
export const howForecast = 'How the forecast is calculated'
export const madeOn = (madeOn: string) => `Made on ${madeOn}`
export const week = 'week'
export const monthNoun = 'month'
export const noWholeMonthYet = 'There is no full month of sales yet, so there is no monthly forecast.'
export const forecastBasis = (noun: string, history: string, base: string, weights: string, error: string) =>
  `By ${noun}, from ${history} of sales. A usual ${noun} has ${base} units. Methods, weighted by the accuracy of earlier forecasts: ${weights}. ${error}`
export const factorsBy = (noun: string) => `Each ${noun}, with its factor and limits`
export const forecastBy = (noun: string) => `Forecast by ${noun}`
