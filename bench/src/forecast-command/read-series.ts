import type { Readable } from 'node:stream'
import { dayNumber, firstDayNumber, type PeriodKind, periodOfDay, periodStart } from '@mms/forecast'
import Papa from 'papaparse'
import { InputError } from './options.ts'
import { PeriodRows } from './period-rows.ts'

export interface SeriesFile {
  series: Map<string, PeriodRows>
  lastDay: number
  nextPeriod: number
}

const columns = ['series', 'date', 'quantity'] as const
const EARLIEST = dayNumber('1900-01-01')
const LATEST = dayNumber('2199-12-31')

/**
 * Streams a long-format CSV, so that it is never all in memory. Throws an `InputError` with the line for
 * missing columns, invalid dates and quantities.
 */
export async function readSeries(input: Readable, kind: PeriodKind): Promise<SeriesFile> {
  const reader = new RowReader(kind)
  await new Promise<void>((resolve, reject) => {
    let refused: unknown
    input.on('error', reject)
    Papa.parse<string[]>(input, {
      skipEmptyLines: 'greedy',
      step: ({ data, errors }, parser) => {
        try {
          reader.read(data, errors[0]?.message)
        } catch (error) {
          refused = error
          // Calls `complete`, as at the end of the file.
          parser.abort()
          input.destroy()
        }
      },
      complete: () => (refused ? reject(refused) : resolve()),
      error: reject,
    })
  })
  return reader.end()
}

class RowReader {
  private readonly kind: PeriodKind
  private readonly series = new Map<string, PeriodRows>()
  private readonly days = new Map<string, number>()
  private places: number[] | undefined
  private row = 0
  private lastDay = Number.NEGATIVE_INFINITY
  private oneRowPerPeriod = true

  constructor(kind: PeriodKind) {
    this.kind = kind
  }

  read(cells: string[], broken: string | undefined): void {
    this.row++
    if (broken !== undefined) throw this.wrong(broken)
    if (!this.places) {
      this.places = this.header(cells)
      return
    }
    const [name, date, quantity] = this.places.map((place) => cells[place]?.trim())
    if (!name) throw this.wrong('the series has no name')
    const day = this.day(date ?? '')
    const rows = this.series.get(name) ?? new PeriodRows()
    this.series.set(name, rows)
    const isNew = rows.add(periodOfDay(this.kind, day), this.quantity(quantity ?? ''))
    this.oneRowPerPeriod &&= isNew
    if (day > this.lastDay) this.lastDay = day
  }

  end(): SeriesFile {
    if (!this.places) throw new InputError('The file is empty.')
    if (this.series.size === 0) throw new InputError('The file has a header and no rows.')
    const { kind, series, lastDay } = this
    const last = periodOfDay(kind, lastDay)
    // Rows that end inside a period mean that it is still running.
    const isWhole = this.oneRowPerPeriod || periodStart(kind, last + 1) === lastDay + 1
    return { series, lastDay, nextPeriod: isWhole ? last + 1 : last }
  }

  private header(cells: string[]): number[] {
    // `trim` also removes a byte order mark.
    const names = cells.map((cell) => cell.trim().toLowerCase())
    return columns.map((column) => {
      const place = names.indexOf(column)
      if (place < 0)
        throw this.wrong(`there is no column ${column}; the header must have ${columns.join(',')}`)
      return place
    })
  }

  private day(text: string): number {
    const read = this.days.get(text)
    if (read !== undefined) return read
    const day = firstDayNumber(text)
    if (Number.isNaN(day)) throw this.wrong(`there is no date ${JSON.stringify(text)}; write yyyy-mm-dd`)
    if (day < EARLIEST || day > LATEST) throw this.wrong(`${text} is not between 1900 and 2199`)
    this.days.set(text, day)
    return day
  }

  private quantity(text: string): number {
    if (text === '') return Number.NaN
    const quantity = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
    if (!Number.isFinite(quantity) || Math.abs(quantity) > 1e15) {
      throw this.wrong(`${JSON.stringify(text)} is no number`)
    }
    return quantity
  }

  private wrong(what: string): InputError {
    return new InputError(`Row ${this.row}: ${what}.`)
  }
}
