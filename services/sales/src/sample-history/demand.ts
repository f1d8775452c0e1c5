import { addDays, type DemandFactors, type MedicineState } from '@mms/contracts'

type Season = keyof DemandFactors['seasonalTrend']
type Climate = keyof DemandFactors['climateFactors']

/** The specification's seasons, January to December. */
const seasons = 'winter winter spring spring spring summer summer summer fall fall fall winter'.split(
  ' ',
) as Season[]
/** Climate of the months in Delhi by the rules of demand.md: a year that has all four. */
const climates = 'cold cold dry hot hot hot rainy rainy rainy dry dry cold'.split(' ') as Climate[]

/** The reorder level is what sells while an order is on its way. */
const DAYS_OF_REORDER_LEVEL = 14
/** A neighbourhood store is half asleep on Sundays. */
const SUNDAY = 0.4

/** How the demand of a month differs from normal demand, by the medicine's multipliers. */
export function monthlyMultiplier(factors: DemandFactors, month: number): number {
  const season = factors.seasonal ? factors.seasonalTrend[seasons[month] as Season] : 1
  const climate = factors.climateDependent ? factors.climateFactors[climates[month] as Climate] : 1
  return season * climate
}

/** Units that a store of this kind sells of a medicine on a date, on average. */
export function dailyDemand(
  medicine: Pick<MedicineState, 'minStockLevel' | 'demandFactors'>,
  date: string,
): number {
  const day = new Date(`${date}T00:00:00Z`)
  const base = Math.max(1, medicine.minStockLevel) / DAYS_OF_REORDER_LEVEL
  return (
    base * monthlyMultiplier(medicine.demandFactors, day.getUTCMonth()) * (day.getUTCDay() === 0 ? SUNDAY : 1)
  )
}

/** The dates of the year that ends before `date`, newest first. */
export function yearBefore(date: string): string[] {
  return Array.from({ length: 365 }, (_, index) => addDays(date, -1 - index))
}
