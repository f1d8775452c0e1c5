import { type CounterLimits, updateCounterLimitsSchema } from '@mms/contracts'
import { formRules, numberOf } from '@mms/sdk/forms'

export type LimitName = keyof CounterLimits
export type LimitValues = Record<LimitName, string>

export const limitLabels: Record<LimitName, string> = {
  priceTimes: 'Price: times the usual price',
  quantityTimes: 'Quantity: times the usual quantity',
  newPriceTimes: 'New price: times the present price',
  expiryDays: 'Expiry: nearer than days',
  expiryYears: 'Expiry: further than years',
  staffReturnUnits: 'Returns by staff: units beyond what was sold',
  staffRefundRupees: 'Returns by staff: ₹ a day beyond what was sold',
  staffWriteOffRupees: 'Write-offs by staff: ₹ a day before expiry',
}

export const limitHints: Record<LimitName, string> = {
  priceTimes:
    'Asks about a price so many times above or below the usual one. A price of 0, and a purchase or return above the MRP, are always asked about.',
  quantityTimes:
    'Asks about so many times the usual quantity of that medicine and type. More than is in stock is always asked about.',
  newPriceTimes: 'Asks about a purchase that sets a price so many times above or below the present one.',
  expiryDays: 'The expiry date that a purchase sets. One that has passed is always asked about.',
  expiryYears: 'The same date, so far away that it is probably a mistake.',
  staffReturnUnits:
    'What was sold in 90 days and not returned comes back freely; more than this needs an administrator.',
  staffRefundRupees:
    'What one person refunds in a day for units that were not sold here; more needs an administrator.',
  staffWriteOffRupees:
    'What one person writes off in a day of stock that has not expired, at selling prices; more needs an administrator.',
}

export const limitNames = Object.keys(limitLabels) as LimitName[]

const mapLimits = <From, To>(limits: Record<LimitName, From>, change: (value: From) => To) =>
  Object.fromEntries(limitNames.map((name) => [name, change(limits[name])])) as Record<LimitName, To>

export const toValues = (limits: CounterLimits): LimitValues => mapLimits(limits, String)

export const limitRules = formRules({
  name: 'counter-limits',
  labels: limitLabels,
  empty: mapLimits(limitLabels, () => ''),
  schema: updateCounterLimitsSchema,
  bodyOf: (values: LimitValues) => mapLimits(values, numberOf),
})
