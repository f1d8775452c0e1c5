import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chainedLine, hasNewestLine, newestLine, readLinks, verifyLines } from './lines.ts'

const written = (...entries: object[]) =>
  entries.reduce<string>((log, entry) => log + chainedLine(log, entry), '')
const [first, second, third] = [{ who: 'asha' }, { who: 'ravi', why: undefined }, { who: 'meera' }]

test('each line follows the one before it', () => {
  expect(verifyLines('')).toEqual({ lines: 0 })
  const log = written(first, second, third)
  expect(verifyLines(log)).toEqual({ lines: 3 })
  expect(verifyLines(`${JSON.stringify(first)}\n`)).toEqual({ lines: 1, fault: 1 })
})

test('names the first line that does not follow', () => {
  const log = written(first, second, third)
  const [one, two, three] = log.trim().split('\n') as [string, string, string]
  const fault = (...lines: string[]) => verifyLines(lines.join('\n')).fault
  expect(fault(one, two.replace('ravi', 'asha'), three)).toBe(2)
  expect(fault(one, three)).toBe(2)
  expect(fault(two, three)).toBe(1)
  expect(fault(one, three, two)).toBe(2)
  expect(fault(one, two, JSON.stringify(third))).toBe(3)
  expect(fault(JSON.stringify(first), two, three)).toBe(1)
  expect(fault(one, two.slice(0, 9), three)).toBe(2)
})

test('finds a cut end, and a chain that was written again, by the note of the newest line', () => {
  const log = written(first, second, third)
  const newest = newestLine(log)
  expect(verifyLines(log, newest)).toEqual({ lines: 3 })
  expect(verifyLines(log + chainedLine(log, first), newest)).toEqual({ lines: 4 })
  expect(verifyLines(written(first, second), newest)).toEqual({ lines: 2, fault: 3 })
  expect(verifyLines('', newest)).toEqual({ lines: 0, fault: 1 })
  expect(verifyLines(written(first, second, second), newest)).toEqual({ lines: 3, fault: 3 })
  expect(verifyLines(log, 'no note')).toEqual({ lines: 3, fault: 1 })
  expect(hasNewestLine(written(first), newest)).toBe(false)
  expect(hasNewestLine(log, '')).toBe(true)
})

test('finds the links in the security events, of the file that was rotated away first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mms-links-'))
  const file = join(folder, 'x.security.log')
  const link = (position: number, hash: string) =>
    `${JSON.stringify({ security: true, position, hash, msg: 'audit log chained' })}\n`
  writeFileSync(`${file}.1`, link(1, 'a') + link(3, 'b'))
  writeFileSync(file, `${JSON.stringify({ msg: 'on record' })}\n${link(3, 'c')}{"msg":"cut off`)
  expect(Object.fromEntries(readLinks(file))).toEqual({ 1: 'a', 3: 'c' })
  expect(readLinks(join(folder, 'none')).size).toBe(0)
  rmSync(folder, { recursive: true })
})
