import {
  addDays,
  type Climate,
  type DemandFactors,
  type MedicineState,
  monthOf,
  multiplierOf,
  seasonOfMonth,
} from '@mms/contracts'

/** Where the sample store is; its season decides, whatever scheme the store chooses later. */
const DELHI = { scheme: 'standard', latitude: 28.6 } as const
/** Climate of the months there: a year that has all four. */
const climates = 'cold cold dry hot hot hot rainy rainy rainy dry dry cold'.split(' ') as Climate[]

/** The reorder level is what sells while an order is on its way. */
const DAYS_OF_REORDER_LEVEL = 14
/** A neighbourhood store is half asleep on Sundays. */
const SUNDAY = 0.4

/** How the demand of a month, 1 to 12, differs from normal demand, by the medicine's multipliers. */
export function monthlyMultiplier(factors: DemandFactors, month: number): number {
  return multiplierOf(factors, seasonOfMonth(month, DELHI), climates[month - 1] as Climate).value
}

/** Units that a store of this kind sells of a medicine on a date, on average. */
export function dailyDemand(
  medicine: Pick<MedicineState, 'minStockLevel' | 'demandFactors'>,
  date: string,
): number {
  const base = Math.max(1, medicine.minStockLevel) / DAYS_OF_REORDER_LEVEL
  const isSunday = new Date(`${date}T00:00:00Z`).getUTCDay() === 0
  return base * monthlyMultiplier(medicine.demandFactors, monthOf(date)) * (isSunday ? SUNDAY : 1)
}

export function yearBefore(date: string): string[] {
  return Array.from({ length: 365 }, (_, index) => addDays(date, -1 - index))
}
