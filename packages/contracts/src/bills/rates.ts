/** No schemas: browsers look rates up without loading zod. */

export interface DatedRate {
  /** First store day. */
  from: string
  basisPoints: number
}

export type TaxRates = Record<'medicine' | 'nil' | 'standard', DatedRate[]>

/** GST on medicines fell from 12 to 5 % on 22 September 2025. */
export const shippedRates: TaxRates = {
  medicine: [
    { from: '2017-07-01', basisPoints: 1_200 },
    { from: '2025-09-22', basisPoints: 500 },
  ],
  nil: [{ from: '2017-07-01', basisPoints: 0 }],
  standard: [{ from: '2017-07-01', basisPoints: 1_800 }],
}

/** The last rate that began by `day`, or the first one before that. */
export function rateOf(rates: TaxRates, taxClass: string, day: string): number {
  const dated = (rates[taxClass as keyof TaxRates] ?? rates.medicine).toSorted((a, b) =>
    a.from.localeCompare(b.from),
  )
  return (dated.findLast(({ from }) => from <= day) ?? dated[0])?.basisPoints ?? 0
}
