import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspaces.ts'

/** Maximum difference between the lines in a row and in the code. Beyond it, count again for the review. */
const TOLERANCE = 300
const PAGE = 'docs/size.md'
const ROW = /^\| ([^|*]+) \| ([^|]+) \| ([^|]+) \| (\d+) \|$/gm

const isProduction = (file: string) =>
  !/\.(test|spec|cluster)\.tsx?$|(^|\/)(test|tests|test-support|e2e)\/|vitest\.|^bench\//.test(file)

interface Row {
  line: string
  mechanism: string
  folders: string[]
  noted: number
  lines: number
}

/** Reads the page's rows and counts their lines now. A file counts in the row with its longest folder. */
function countRows(root: string, page: string): Row[] {
  const rows = [...page.matchAll(ROW)].map(([line, , mechanism = '', folders = '', noted]) => ({
    line,
    mechanism,
    folders: [...folders.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
    noted: Number(noted),
    lines: 0,
  }))
  const lengthIn = ({ folders }: Row, file: string) =>
    Math.max(0, ...folders.filter((folder) => file.startsWith(folder)).map(({ length }) => length))
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.trim().split('\n').filter(isProduction)) {
    const [row] = rows.toSorted((a, b) => lengthIn(b, file) - lengthIn(a, file))
    if (row && lengthIn(row, file) > 0)
      row.lines += readFileSync(join(root, file), 'utf8').split('\n').length - 1
  }
  return rows
}

const readPage = (root: string) => readFileSync(join(root, PAGE), 'utf8')

/** Returns the page with current numbers. */
function sizePage(root: string): string {
  const page = readPage(root)
  const rows = countRows(root, page)
  const all = rows.reduce((sum, { lines }) => sum + lines, 0)
  return rows
    .reduce((text, { line, lines }) => text.replace(line, line.replace(/\d+ \|$/, `${lines} |`)), page)
    .replace(/\*\*\d+\*\*/, `**${all}**`)
}

/** Returns a message for each row whose number is wrong. */
export function checkSize(root: string): string[] {
  return countRows(root, readPage(root))
    .filter(({ noted, lines }) => Math.abs(lines - noted) > TOLERANCE)
    .map(
      ({ mechanism, noted, lines }) =>
        `${PAGE}: ${mechanism} has ${lines} lines, not ${noted}: run npm run size, and say why in the commit`,
    )
}

if (import.meta.main) writeFileSync(join(root, PAGE), sizePage(root))
