import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

/** The digest of a line in its place: of what stands before it, and of what it says. */
export const linkHash = (...content: unknown[]): string => hash('sha256', JSON.stringify(content))

const linesOf = (text: string) => text.split('\n').filter(Boolean)

/**
 * `entry` as the next line of `log`, JSON lines, chained to the line before it by `hash`.
 *
 * @example await appendFile('areas.log', chainedLine(await readFile('areas.log', 'utf8'), { who: 'asha' }))
 */
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

/** The number and the digest of the newest line of `log`, to be noted in another place: a cut end is found by it. */
export function newestLine(log: string): string {
  const lines = linesOf(log)
  return `${lines.length} ${digestOf(lines.at(-1))}\n`
}

/** Whether `log` still has the line that `newest` notes; it may have grown since. True where nothing is noted. */
export function hasNewestLine(log: string, newest: string): boolean {
  const [number, digest] = newest.trim().split(' ')
  return newest === '' || digestOf(linesOf(log)[Number(number) - 1]) === digest
}

/**
 * How many lines there are, and the first (from 1) that does not follow the line before it, or that is missing or another
 * than `newest` notes.
 */
export function verifyLines(log: string, newest = ''): { lines: number; fault?: number } {
  const lines = linesOf(log)
  const wrong = lines.findIndex((line, index) => !isChained(line, lines[index - 1] ?? ''))
  if (wrong >= 0) return { lines: lines.length, fault: wrong + 1 }
  if (hasNewestLine(log, newest)) return { lines: lines.length }
  return { lines: lines.length, fault: Math.min(lines.length + 1, Number.parseInt(newest, 10) || 1) }
}

/** What the job of the audit log writes into the log with each link. */
export const CHAINED = 'audit log chained'

/**
 * The links that the file of security events names, by position; from a file that was rotated away (`.1`) too. Of a chain
 * that was written again from some line on, they are not those of the database.
 */
export function readLinks(file: string): Map<number, string> {
  const links = new Map<number, string>()
  for (const path of [`${file}.1`, file].filter((each) => existsSync(each))) {
    for (const line of linesOf(readFileSync(path, 'utf8'))) {
      if (!line.endsWith(`"msg":"${CHAINED}"}`)) continue
      const { position, hash: link } = JSON.parse(line)
      links.set(position, link)
    }
  }
  return links
}
