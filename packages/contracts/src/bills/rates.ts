export interface DatedRate {
  /** First store day on which the rate applies. */
  from: string
  basisPoints: number
}

export type TaxRates = Record<'medicine' | 'nil' | 'standard', DatedRate[]>

/** Default rates. GST on medicines fell from 12 to 5 % on 22 September 2025. */
export const defaultTaxRates: TaxRates = {
  medicine: [
    { from: '2017-07-01', basisPoints: 1_200 },
    { from: '2025-09-22', basisPoints: 500 },
  ],
  nil: [{ from: '2017-07-01', basisPoints: 0 }],
  standard: [{ from: '2017-07-01', basisPoints: 1_800 }],
}

/** Returns the rate in force on `day`, or the earliest rate if `day` precedes all of them. */
export function taxRateOf(rates: TaxRates, taxClass: string, day: string): number {
  const dated = (rates[taxClass as keyof TaxRates] ?? rates.medicine).toSorted((a, b) =>
    a.from.localeCompare(b.from),
  )
  return (dated.findLast(({ from }) => from <= day) ?? dated[0])?.basisPoints ?? 0
}
