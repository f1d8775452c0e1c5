import {
  addDays,
  type Climate,
  type DemandFactors,
  type MedicineState,
  monthOf,
  multiplierOf,
  seasonOfMonth,
} from '@mms/contracts'

/** The sample store; its season applies, whatever scheme the store chooses later. */
const DELHI = { scheme: 'standard', latitude: 28.6 } as const
/** A year with all four climates. */
const climates = 'cold cold dry hot hot hot rainy rainy rainy dry dry cold'.split(' ') as Climate[]

const DAYS_OF_REORDER_LEVEL = 14
const SUNDAY = 0.4

export function monthlyMultiplier(factors: DemandFactors, month: number): number {
  return multiplierOf(factors, seasonOfMonth(month, DELHI), climates[month - 1] as Climate).value
}

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
