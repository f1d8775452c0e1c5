import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { KEPT_DAYS, pruneOldFiles } from './old-files.ts'

const DAY_MS = 86_400_000
const old = 'assets/page.0123456789abcdef.js'
const fresh = 'assets/page.fedcba9876543210.js'
const HOUR_MS = 3_600_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'old-files-'))
  mkdirSync(path.join(folder, 'assets'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (...files: string[]) => {
  for (const file of files) writeFileSync(path.join(folder, file), file)
}
const filesOf = () =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /\.\w+$/.test(file) && file !== '.replaced.json')
    .sort()

it('leaves what an open tab may still fetch until seven days after the build that replaced it', async () => {
  write(old, `${old}.br`, `${old}.gz`, `${old}.map`, 'area.json')
  await pruneOldFiles(folder, new Set([old, `${old}.map`, 'area.json']), 0)
  write(fresh)
  const latest = new Set([fresh, 'area.json'])
  const replacedAt = 100 * DAY_MS
  // Independent of how long it was current.
  await pruneOldFiles(folder, latest, replacedAt)
  const both = ['area.json', fresh, old, `${old}.br`, `${old}.gz`, `${old}.map`].sort()
  expect(filesOf()).toEqual(both)
  await pruneOldFiles(folder, latest, replacedAt + KEPT_DAYS * DAY_MS)
  expect(filesOf()).toEqual(both)
  await pruneOldFiles(folder, latest, replacedAt + KEPT_DAYS * DAY_MS + HOUR_MS)
  expect(filesOf()).toEqual(['area.json', fresh])
})

it('counts from scratch for a file that was part of a build again', async () => {
  write(old, fresh)
  await pruneOldFiles(folder, new Set([fresh]), 0)
  await pruneOldFiles(folder, new Set([old]), 6 * DAY_MS)
  await pruneOldFiles(folder, new Set([fresh]), 12 * DAY_MS)
  expect(filesOf()).toEqual([old, fresh])
})

it('keeps no other file: a page or a worker of the last build would be taken for one of this', async () => {
  write('service-worker.js', 'index.html', 'assets/logo.svg', fresh)
  await pruneOldFiles(folder, new Set([fresh, 'index.html']), 0)
  expect(filesOf()).toEqual([fresh, 'index.html'])
})
