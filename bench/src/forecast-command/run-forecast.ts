import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import {
  dateOfDay,
  type Forecast,
  forecastEach,
  type History,
  periodOfDay,
  periodStart,
  SharedSeason,
  seasonLength,
} from '@mms/forecast'
import Papa from 'papaparse'
import { InputError, type Options, readOptions } from './options.ts'
import { readSeries, type SeriesFile } from './read-series.ts'

interface Streams {
  stdin: Readable
  stdout: Writable
  stderr: Writable
}

const header = 'series,origin,date,forecast,lo80,hi80,lo95,hi95,method\n'

export async function runForecast(argv: string[], { stdin, stdout, stderr }: Streams): Promise<void> {
  const options = readOptions(argv)
  const input = options.file === '-' ? stdin : createReadStream(options.file)
  const file = await readSeries(input, options.kind).catch((error) => {
    throw error.code === undefined
      ? error
      : new InputError(`${options.file} cannot be read: ${error.message}`)
  })
  const origins = originsOf(options, file)
  const season = seasonLength(options.kind, options.season)
  const end = origins.last
  const histories = [...file.series.values()].map((rows) => rows.history(options.kind, end, options.zeroGaps))
  const shared = new SharedSeason(season, histories)
  let silent = 0
  await write(stdout, header)
  for (const [i, name] of [...file.series.keys()].entries()) {
    const history = histories[i] as History
    let lines = ''
    for (const forecast of forecastEach(history, { season, horizon: options.horizon, shared }, origins)) {
      lines += linesOf(name, forecast, options)
    }
    if (lines === '') silent++
    else await write(stdout, lines)
  }
  if (silent > 0) stderr.write(`${silent} series have no known quantity before the origin and no forecast.\n`)
}

function originsOf({ kind, origins }: Options, file: SeriesFile): { first: number; last: number } {
  if (!origins) return { first: file.nextPeriod, last: file.nextPeriod }
  const first = periodOfDay(kind, origins.from)
  const last = periodOfDay(kind, origins.to)
  const range = { first: periodStart(kind, first) < origins.from ? first + 1 : first, last }
  if (range.first > range.last) {
    throw new InputError(
      `--origins: no ${kind} begins from ${dateOfDay(origins.from)} to ${dateOfDay(origins.to)}.`,
    )
  }
  return range
}

function linesOf(name: string, forecast: Forecast, { kind }: Options): string {
  const origin = dateOfDay(periodStart(kind, forecast.origin))
  const { mean, low80, high80, low95, high95, method } = forecast
  let lines = ''
  const quoted = Papa.unparse([[name]])
  for (let h = 0; h < mean.length; h++) {
    const date = dateOfDay(periodStart(kind, forecast.origin + h))
    const numbers = [mean, low80, high80, low95, high95].map((column) => rounded(column[h] as number))
    lines += `${quoted},${origin},${date},${numbers.join()},${method}\n`
  }
  return lines
}

/** More decimals would suggest false precision. Every program reads plain digits. */
const rounded = (units: number) => Math.round(units * 1e4) / 1e4

async function write(stdout: Writable, text: string): Promise<void> {
  if (!stdout.write(text)) await once(stdout, 'drain')
}
