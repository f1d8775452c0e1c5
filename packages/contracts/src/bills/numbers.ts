/** No schemas: browsers number bills without loading zod. */

export type DocumentKind = 'bill' | 'creditNote' | 'dayReport'

export const MAX_NUMBER = 999_999

const kindLetters: Record<DocumentKind, string> = { bill: '', creditNote: 'C', dayReport: 'Z' }

/** The Indian financial year of a store day begins on 1 April: `26-27`. */
export function financialYearOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  return [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('-')
}

export interface DocumentNumber {
  /** Code of the counter: a letter, with a digit from its second registration on. */
  counter: string
  kind: DocumentKind
  year: string
  number: number
}

/** `A/26-27/000123`. GST allows at most 16 characters. */
export const numberText = ({ counter, kind, year, number }: DocumentNumber): string =>
  `${counter}${kindLetters[kind]}/${year}/${String(number).padStart(6, '0')}`
