import { parseArgs } from 'node:util'
import { firstDayNumber, type PeriodKind, periodKinds } from '@mms/forecast'

/** A user's mistake: printed without a stack, exit code 2. */
export class InputError extends Error {}

export const usage = `Usage: npm run forecast -- FILE.csv --period week|month|day --horizon H [--season N]
                               [--origins FROM..TO] [--zero-gaps]

FILE.csv   columns series,date,quantity; one row per period, or rows of single days, which are added up; - reads
           from standard input. An empty quantity is an unknown one, such as a day without stock.
--period   what to forecast: weeks begin on Monday, months on the 1st
--horizon  how many periods ahead
--season   periods until the pattern of the year (or week) repeats; default 52, 12 and 7 for week, month and
           day; 1 for none
--origins  forecast from every period that begins on FROM or later and on TO or earlier (yyyy-mm-dd, or yyyy-mm),
           each from what lies before it. Default: once, from the period after the last whole one of the file
--zero-gaps  a period without a row, after the series' first row, is a demand of zero; else it is unknown

Prints series,origin,date,forecast,lo80,hi80,lo95,hi95,method. origin and date are the first days of the first
period that is forecast and of the one the line is for: only what lies before origin is used.`

export interface Options {
  file: string
  kind: PeriodKind
  season: number
  horizon: number
  origins: { from: number; to: number } | undefined
  zeroGaps: boolean
}

const LONGEST_SEASON = 366
const LONGEST_HORIZON = 1000
const seasons: Record<PeriodKind, string> = { day: '7', week: '52', month: '12' }

export function readOptions(argv: string[]): Options {
  const { values, positionals } = parse(argv)
  const [file, ...more] = positionals
  if (file === undefined) throw new InputError('Name a CSV file.')
  if (more.length > 0) throw new InputError(`One file at a time: ${[file, ...more].join(', ')}.`)
  const kind = periodKinds.find((known) => known === values.period)
  if (!kind)
    throw new InputError(`--period must be ${periodKinds.join(', ')}, not ${values.period ?? 'left out'}.`)
  return {
    file,
    kind,
    season: wholeNumber('--season', values.season ?? seasons[kind], LONGEST_SEASON),
    horizon: wholeNumber('--horizon', values.horizon, LONGEST_HORIZON),
    origins: values.origins === undefined ? undefined : originRange(values.origins),
    zeroGaps: values['zero-gaps'] ?? false,
  }
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        period: { type: 'string' },
        season: { type: 'string' },
        horizon: { type: 'string' },
        origins: { type: 'string' },
        'zero-gaps': { type: 'boolean' },
      },
    })
  } catch (cause) {
    throw new InputError((cause as Error).message, { cause })
  }
}

function wholeNumber(option: string, text: string | undefined, most: number): number {
  if (text === undefined) throw new InputError(`${option} is missing.`)
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= 1 && number <= most)) {
    throw new InputError(`${option} must be a whole number from 1 to ${most}, not ${text}.`)
  }
  return number
}

function originRange(text: string): { from: number; to: number } {
  const [first, last, ...more] = text.split('..')
  if (!first || !last || more.length > 0) throw new InputError(`--origins must be FROM..TO, not ${text}.`)
  const from = existingDay(first)
  const to = existingDay(last)
  if (to < from) throw new InputError(`--origins must not end (${last}) before they begin (${first}).`)
  return { from, to }
}

function existingDay(text: string): number {
  const day = firstDayNumber(text)
  if (Number.isNaN(day)) throw new InputError(`--origins: there is no date ${text}.`)
  return day
}
