import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dayNumber, type History, periodOfDay } from '@mms/forecast'

export const ownData = resolve(import.meta.dirname, '../../data')

function rowsOf(folder: string, name: string): string[][] {
  const packed = join(folder, `${name}.csv.gz`)
  const plain = join(folder, `${name}.csv`)
  const file = [packed, plain].find((candidate) => existsSync(candidate))
  if (!file) throw new Error(`There is neither ${packed} nor ${plain}.`)
  const bytes = readFileSync(file)
  const text = (file === packed ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
}

/** 767 series; `end` is exclusive, 84 months are all. */
export function hospitalMonths(folder: string, end: number): History[] {
  const start = periodOfDay('month', dayNumber('2000-01-01'))
  return rowsOf(folder, 'hospital-counts').map(([, ...months]) => ({
    start,
    values: Float64Array.from(months.slice(0, end), Number),
  }))
}

/**
 * Net issues per week of each drug and site, in whole weeks from Monday 2014-04-07. A series begins with its
 * first demand, because demand for unstocked drugs is unknown. Later weeks without a line have no demand.
 */
export function nhsWeeks(folder: string, until: string): History[] {
  const first = periodOfDay('week', dayNumber('2014-04-07'))
  const end = periodOfDay('week', dayNumber(until))
  const series = new Map<string, Float64Array>()
  for (const [date = '', drug, site, issued, returned] of rowsOf(folder, 'nhs-pharmacy')) {
    const week = periodOfDay('week', dayNumber(date)) - first
    if (week < 0 || week >= end - first) continue
    const name = `${drug}, ${site}`
    const weeks = series.get(name) ?? new Float64Array(end - first)
    series.set(name, weeks)
    weeks[week] = (weeks[week] as number) + Number(issued) - Math.abs(Number(returned))
  }
  return [...series.values()].map((weeks) => {
    const lead = weeks.findIndex((units) => units > 0)
    const net = weeks.map((units) => Math.max(0, units))
    return { start: first + lead, values: net.subarray(lead < 0 ? net.length : lead) }
  })
}

/** At least a year of history, and demand in half of the weeks. */
export function regular(histories: History[]): History[] {
  return histories.filter(
    ({ values }) => values.length >= 104 && values.filter((units) => units > 0).length >= values.length / 2,
  )
}

/** At least half a year of history, and demand in it. */
export function stocked(histories: History[], weeks: number): History[] {
  return histories.filter(
    ({ values }) => values.length >= weeks + 26 && values.subarray(-weeks).some((units) => units > 0),
  )
}
