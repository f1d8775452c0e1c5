import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { dateOfDay, dayNumber } from '@mms/forecast'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InputError } from './options.ts'
import { runForecast } from './run-forecast.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecast-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Row = Record<string, string>

/** Runs the command on standard input; returns rows, stderr and stdout. */
async function run(csv: string, options: string): Promise<{ rows: Row[]; said: string; out: string }> {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const printed = text(stdout)
  const told = text(stderr)
  try {
    await runForecast(['-', ...options.split(' ')], { stdin: Readable.from([csv]), stdout, stderr })
  } finally {
    stdout.end()
    stderr.end()
  }
  const out = await printed
  return { rows: Papa.parse<Row>(out, { header: true, skipEmptyLines: true }).data, said: await told, out }
}

/** Weeks from Monday 2022-01-03 on. */
const monday = (week: number) => dateOfDay(dayNumber('2022-01-03') + 7 * week)
const weekly = (length: number, units: (week: number) => number | string, name = 'a') =>
  Array.from({ length }, (_, week) => `${name},${monday(week)},${units(week)}\n`).join('')
const header = 'series,date,quantity\n'
const units = (week: number) => Math.round(40 + 15 * Math.cos(week / 8.3) + 6 * Math.sin(week * 12.9898))
const byWeek = '--period week --season 52 --horizon 4'

describe('npm run forecast', () => {
  it('prints a line per week ahead, from the week after the last one', async () => {
    const { rows, out } = await run(header + weekly(120, units), byWeek)
    expect(out.split('\n')[0]).toBe('series,origin,date,forecast,lo80,hi80,lo95,hi95,method')
    expect(rows.map(({ date }) => date)).toEqual([monday(120), monday(121), monday(122), monday(123)])
    for (const row of rows) {
      const [lo95, lo80, mean, hi80, hi95] = ['lo95', 'lo80', 'forecast', 'hi80', 'hi95'].map((name) =>
        Number(row[name]),
      )
      expect(row.origin).toBe(monday(120))
      expect(row.method).toMatch(/^[a-z-]+(\+[a-z-]+)*$/)
      expect([lo95, lo80, mean, hi80, hi95]).toEqual(
        [lo95, lo80, mean, hi80, hi95].toSorted((a, b) => Number(a) - Number(b)),
      )
    }
  })

  it('forecasts from every origin of a range', async () => {
    const origins = `--origins ${monday(100)}..${monday(110)}`
    const { rows } = await run(header + weekly(120, units), `${byWeek} ${origins}`)
    expect([...new Set(rows.map(({ origin }) => origin))]).toEqual(
      Array.from({ length: 11 }, (_, i) => monday(100 + i)),
    )
    expect(rows).toHaveLength(44)
  })

  it('adds up rows of days, and does not count the week that is still running', async () => {
    const days = Array.from(
      { length: 7 * 30 + 3 },
      (_, day) => `a,${dateOfDay(dayNumber('2022-01-03') + day)},2\n`,
    )
    const { rows } = await run(header + days.join(''), byWeek)
    expect(rows[0]?.origin).toBe(monday(30))
    expect(Number(rows[0]?.forecast)).toBeCloseTo(14, 6)
  })

  it('takes gaps as unknown unless told that they are zero', async () => {
    const sparse =
      header +
      weekly(60, () => 8)
        .split('\n')
        .filter((_, week) => week % 2 === 0)
        .join('\n')
    expect(Number((await run(sparse, byWeek)).rows[0]?.forecast)).toBeCloseTo(8, 6)
    expect(Number((await run(sparse, `${byWeek} --zero-gaps`)).rows[0]?.forecast)).toBeLessThan(5)
  })

  it('takes months as yyyy-mm, names with commas, and columns in another order', async () => {
    const months = Array.from(
      { length: 24 },
      (_, i) => `${5},"x, ""y""",20${20 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}\n`,
    )
    const { rows } = await run(`quantity,series,date\n${months.join('')}`, '--period month --horizon 1')
    expect(rows).toMatchObject([{ series: 'x, "y"', origin: '2022-01-01', date: '2022-01-01' }])
  })

  it('says which series it cannot forecast', async () => {
    const { rows, said } = await run(header + weekly(9, () => 3) + weekly(9, () => '', 'b'), byWeek)
    expect(new Set(rows.map(({ series }) => series))).toEqual(new Set(['a']))
    expect(said).toContain('1 series have no known quantity')
  })

  it.each([
    ['an unknown period', header, '--period year --horizon 4', '--period must be day, week, month'],
    ['no horizon', header, '--period week', '--horizon is missing'],
    ['a horizon of nothing', header, '--period week --horizon 0', '--horizon must be a whole number'],
    ['an unknown option', header, `${byWeek} --wat`, "Unknown option '--wat'"],
    ['two files', header, `${byWeek} b.csv`, 'One file at a time'],
    ['one origin', header, `${byWeek} --origins 2022-01-03`, '--origins must be FROM..TO'],
    ['no such origin', header, `${byWeek} --origins 2022-02-30..2022-03-01`, 'there is no date 2022-02-30'],
    ['origins that end first', header, `${byWeek} --origins 2022-03-01..2022-02-01`, 'must not end'],
    ['no Monday', `${header}a,2022-01-03,1`, `${byWeek} --origins 2022-03-01..2022-03-02`, 'no week begins'],
    ['an empty file', '', byWeek, 'The file is empty'],
    ['a header alone', header, byWeek, 'a header and no rows'],
    ['a missing column', 'series,day,quantity\na,2022-01-03,1', byWeek, 'there is no column date'],
    [
      'no such date',
      `${header}a,2022-01-03,1\na,2022-02-30,1`,
      byWeek,
      'Row 3: there is no date "2022-02-30"',
    ],
    ['a date long ago', `${header}a,0022-01-03,1`, byWeek, 'not between 1900 and 2199'],
    ['a word for a number', `${header}a,2022-01-03,many`, byWeek, 'Row 2: "many" is no number'],
    ['infinity', `${header}a,2022-01-03,1e999`, byWeek, 'is no number'],
    ['a series without a name', `${header},2022-01-03,1`, byWeek, 'the series has no name'],
    ['an open quote', `${header}"a,2022-01-03,1`, byWeek, 'Row 2'],
  ])('refuses %s', async (_, csv, options, message) => {
    const refused = run(csv, options)
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toThrow(InputError)
  })

  it('is a command: 0 and lines, or 2 and a sentence', () => {
    const file = join(folder, 'weeks.csv')
    writeFileSync(file, header + weekly(30, units))
    const command = (...args: string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' })
    const good = command(file, ...byWeek.split(' '))
    expect(good.stderr).toBe('')
    expect(good.status).toBe(0)
    expect(good.stdout.split('\n')).toHaveLength(6)
    const bad = command(join(folder, 'none.csv'), ...byWeek.split(' '))
    expect(bad.status).toBe(2)
    expect(bad.stderr).toContain('none.csv cannot be read')
    expect(bad.stdout).toBe('')
  })
})
