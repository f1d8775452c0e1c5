import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../root.ts'
import { countPlaywright, countVitest } from './reports.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function runRunner(command: string, args: string[]): unknown {
  const env = { PATH: process.env.PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'report.json') }
  spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: folder, env })
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
}

const tests = (runner: string, callee: string) => `
import { ${callee}, expect } from '${runner}'
${callee}('passes', () => { expect(1).toBe(1) })
${callee}('passes too', () => { expect(1).toBe(1) })
${callee}('fails', () => { expect(1).toBe(2) })
${callee}.skip('is skipped', () => {})
`

it('counts passed, failed and skipped tests of vitest, and a file that does not load as failed', () => {
  writeFileSync(join(folder, 'some.test.ts'), tests('vitest', 'it'))
  writeFileSync(join(folder, 'broken.test.ts'), "throw new Error('broken')")
  const report = runRunner('vitest', ['run', '--reporter=json', '--outputFile.json=report.json'])
  expect(countVitest(report as never)).toMatchObject({ passed: 2, failed: 2, skipped: 1 })
})

it('counts passed, failed and skipped tests of Playwright', () => {
  writeFileSync(join(folder, 'some.spec.ts'), tests('@playwright/test', 'test'))
  const report = runRunner('playwright', ['test', '--reporter=json'])
  expect(countPlaywright(report as never)).toMatchObject({ passed: 2, failed: 1, skipped: 1 })
})

it('counts a run of Playwright that never began as failed', () => {
  writeFileSync(join(folder, 'broken.spec.ts'), "throw new Error('broken')")
  const report = runRunner('playwright', ['test', '--reporter=json'])
  expect(countPlaywright(report as never)).toMatchObject({ passed: 0, failed: 1 })
})
