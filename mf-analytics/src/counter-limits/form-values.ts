import { type CounterLimits, updateCounterLimitsSchema } from '@mms/contracts'
import { formRules, numberOf } from '@mms/sdk/forms'

export type LimitName = keyof CounterLimits
/** What the fields hold: text. */
export type LimitValues = Record<LimitName, string>

export const limitLabels: Record<LimitName, string> = {
  priceTimes: 'Price: times the usual price',
  quantityTimes: 'Quantity: times the usual quantity',
  newPriceTimes: 'New price: times the present price',
  expiryDays: 'Expiry: nearer than days',
  expiryYears: 'Expiry: further than years',
  staffReturnUnits: 'Returns by staff: units beyond what was sold',
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

/** What is sent; only for what was checked. */
export function toLimits(values: LimitValues): CounterLimits {
  const result = limitRules.validate(values)
  if ('errors' in result) throw new Error('The limits were not checked')
  return result.body
}
