import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkWords } from './check-words.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'words-'))
  mkdirSync(join(root, 'services/sales/src'), { recursive: true })
  writeFileSync(join(root, 'package.json'), JSON.stringify({ workspaces: ['services/*'] }))
  writeFileSync(join(root, 'services/sales/package.json'), '{}')
})

afterEach(() => rmSync(root, { recursive: true }))

const plant = (source: string) => writeFileSync(join(root, 'services/sales/src/x.ts'), source)

it.each([
  ['const', 'of = 1'],
  ['let', 'ways = []'],
  ['const', '[doomed, setDoomed] = useState(null)'],
  ['results.map((', 'it) => it.name)'],
  ['const f = (', 'of: Feed) => 1'],
  ['/** Answers', 'the function that stops it. */'],
  [' * once; answers', 'whether it did.'],
])('refuses "%s %s"', (start, end) => {
  plant(`${start}${/\w$/.test(start) ? ' ' : ''}${end}\n`)
  expect(checkWords(root)).toEqual([expect.stringContaining('services/sales/src/x.ts has a')])
})

it.each([
  '/** The route answers 409 when stock runs out. */',
  "it('answers 409', () => {})",
  'for (const row of rows) use(row)',
  'const offer = (item: Item) => item',
])('accepts %s', (source) => {
  plant(`${source}\n`)
  expect(checkWords(root)).toEqual([])
})
