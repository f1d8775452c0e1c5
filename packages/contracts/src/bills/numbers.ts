export type DocumentKind = 'bill' | 'creditNote' | 'dayReport'

export const MAX_NUMBER = 999_999

const kindLetters: Record<DocumentKind, string> = { bill: '', creditNote: 'C', dayReport: 'Z' }

/** Returns the Indian financial year of a store day, as `26-27`. It begins on 1 April. */
export function financialYearOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  return [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('-')
}

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
