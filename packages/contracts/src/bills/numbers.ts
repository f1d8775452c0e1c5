export type DocumentKind = 'bill' | 'creditNote' | 'dayReport'

export const MAX_NUMBER = 999_999

const kindLetters: Record<DocumentKind, string> = { bill: '', creditNote: 'C', dayReport: 'Z' }

/** Calendar year in which the financial year of a store day begins. */
function firstYearOf(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 4 ? year : year - 1
}

const yearText = (first: number) =>
  [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('-')

/** Returns the Indian financial year of a store day, as `26-27`. It begins on 1 April. */
export const financialYearOf = (day: string): string => yearText(firstYearOf(day))

/** Returns the previous financial year of a store day. */
export const previousFinancialYearOf = (day: string): string => yearText(firstYearOf(day) - 1)

export interface DocumentNumber {
  /** Code of the counter: a letter, followed by a digit if the letter was registered before. */
  counter: string
  kind: DocumentKind
  year: string
  number: number
}

/** Formats `A/26-27/000123`. GST allows at most 16 characters. */
export const documentNumberText = ({ counter, kind, year, number }: DocumentNumber): string =>
  `${counter}${kindLetters[kind]}/${year}/${String(number).padStart(6, '0')}`
