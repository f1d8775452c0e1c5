import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

export const linkHash = (...content: unknown[]): string => hash('sha256', JSON.stringify(content))

const linesOf = (text: string) => text.split('\n').filter(Boolean)

/** Formats `entry` as the next JSON line of `log`. Its `hash` includes the previous line. */
export function chainedLine(log: string, entry: object): string {
  const stored: object = JSON.parse(JSON.stringify(entry))
  return `${JSON.stringify({ ...stored, hash: linkHash(linesOf(log).at(-1) ?? '', stored) })}\n`
}

function isChained(line: string, before: string): boolean {
  try {
    const { hash: own, ...entry } = JSON.parse(line)
    return own === linkHash(before, entry)
  } catch {
    return false
  }
}

const digestOf = (line = '') => hash('sha256', line)

/** Number and digest of the last line. Store it elsewhere, so that `hasNewestLine` can detect removed lines. */
export function newestLine(log: string): string {
  const lines = linesOf(log)
  return `${lines.length} ${digestOf(lines.at(-1))}\n`
}

/** True if `log` still has the line that `newestLine` described, or if `newest` is empty. */
export function hasNewestLine(log: string, newest: string): boolean {
  const [number, digest] = newest.trim().split(' ')
  return newest === '' || digestOf(linesOf(log)[Number(number) - 1]) === digest
}

/** Counts the lines and finds the first one (from 1) that is missing, changed or out of order. */
export function verifyLines(log: string, newest = ''): { lines: number; fault?: number } {
  const lines = linesOf(log)
  const wrong = lines.findIndex((line, index) => !isChained(line, lines[index - 1] ?? ''))
  if (wrong >= 0) return { lines: lines.length, fault: wrong + 1 }
  if (hasNewestLine(log, newest)) return { lines: lines.length }
  return { lines: lines.length, fault: Math.min(lines.length + 1, Number.parseInt(newest, 10) || 1) }
}

export const CHAINED_MESSAGE = 'audit log chained'

/** Reads chain hashes from the log of security events and from its rotated file `.1`, to detect a rewritten chain. */
export function readLinks(file: string): Map<number, string> {
  const links = new Map<number, string>()
  for (const path of [`${file}.1`, file].filter((each) => existsSync(each))) {
    for (const line of linesOf(readFileSync(path, 'utf8'))) {
      if (!line.endsWith(`"msg":"${CHAINED_MESSAGE}"}`)) continue
      const { position, hash: link } = JSON.parse(line)
      links.set(position, link)
    }
  }
  return links
}
