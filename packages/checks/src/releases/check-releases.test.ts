import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkReleases } from './check-releases.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'releases-'))
  mkdirSync(join(root, 'services/sales/src'), { recursive: true })
  writeFileSync(join(root, 'services/sales/package.json'), '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

/** What is said of a line while the suite has a version. */
function check(version: string, line: string): string[] {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version, workspaces: ['services/*'] }))
  writeFileSync(join(root, 'services/sales/src/x.ts'), `${line}\n`)
  return checkReleases(root)
}

// In two pieces, or this file would say it itself.
const serves = (release: string) => `/** ${'Serves'} release ${release}: its rows have no name. */`

it.each([
  ['0.2.0', serves('0.1')],
  ['0.2.9', serves('0.1')],
  ['0.3.0', serves('0.2')],
  ['0.12.0', serves('0.11')],
  ['1.0.0', serves('0.9')],
  ['1.1.0', serves('1.0')],
  ['0.9.0', '/** It serves all releases. */'],
])('lets %s keep %s', (version, line) => {
  expect(check(version, line)).toEqual([])
})

it.each([
  ['0.3.0', '0.1'],
  ['0.12.0', '0.10'],
  ['1.1.0', '0.9'],
  ['2.0.0', '0.9'],
])('refuses in %s what serves release %s', (version, release) => {
  const sentence = `services/sales/src/x.ts says "${'Serves'} release ${release}", and this is ${version}: delete what does so`
  expect(check(version, serves(release))).toEqual([sentence])
})
