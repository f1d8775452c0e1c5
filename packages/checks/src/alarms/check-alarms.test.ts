import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { checkAlarms, checkCases, unknownMetrics } from './check-alarms.ts'
import { folder, readCases, readRules, rulesFile } from './rules.ts'

const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')

describe('each alert has its section and its cases', () => {
  const problems = (change: { runbook?: string; cases?: object }) =>
    checkCases(readRules(root), { ...readCases(root), ...change.cases }, change.runbook ?? runbook)

  it('as it stands', () => expect(problems({})).toEqual([]))

  it('a section gone', () => {
    const without = runbook.replace('## SalesStuck', '## Other')
    expect(problems({ runbook: without })).toEqual(['docs/runbook.md has no section SalesStuck'])
  })

  it('no metrics that leave it quiet', () => {
    const { quiet, ...rest } = readCases(root).SalesStuck ?? {}
    expect(quiet).toBeDefined()
    expect(problems({ cases: { SalesStuck: rest } })).toEqual([expect.stringContaining('SalesStuck needs')])
  })

  it('cases of no alert', () => {
    expect(problems({ cases: { Renamed: {} } })).toEqual([expect.stringContaining('no alert Renamed')])
  })
})

it.each([
  ['stock_ledger_mismatch > 0', ''],
  ['up == 0', ''],
  ['sum by (area_name) (increase(page_views_total{page="/no_page"}[1h]))', ''],
  ['rate(http_request_duration_seconds_bucket[5m]) + stock_ledger_mismatches', 'stock_ledger_mismatches'],
  ['renamed_total{status=~"5.."}', 'renamed_total'],
])('finds metrics that no source defines: %s', (expression, unknown) => {
  const sources = "'stock_ledger_mismatch' 'page_views_total' 'http_request_duration_seconds'"
  expect(unknownMetrics([expression], sources).join()).toBe(unknown)
})

describe('by promtool', () => {
  let copy: string

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'alarms-'))
    mkdirSync(join(copy, 'docs'))
    writeFileSync(join(copy, 'docs/runbook.md'), runbook)
    cpSync(join(root, folder), join(copy, folder), { recursive: true })
  })

  afterEach(() => rmSync(copy, { recursive: true }))

  async function evaluated(from: string, to: string): Promise<string> {
    const text = readFileSync(join(copy, rulesFile), 'utf8')
    expect(text).toContain(from)
    writeFileSync(join(copy, rulesFile), text.replace(from, to))
    const problems = await checkAlarms(copy)
    return problems.filter((problem) => !problem.includes('no source has')).join('\n')
  }

  it('as it stands', async () => expect(await evaluated('groups:', 'groups:')).toBe(''))

  it.each([
    ['sales_stuck_transactions > 0', 'sales_stuck_transactions > 5', /SalesStuck/],
    ['feed_reader_lag_seconds > 60', 'feed_reader_lag_seconds >= 0', /FeedReaderBehind/],
    ['job_seconds_since_success > job', 'job_seconds_since_success < job', /JobOverdue/],
    ['up == 0', 'up = = 0', /parse error/],
  ])('%s as %s', async (from, to, found) => {
    expect(await evaluated(from, to)).toMatch(found)
  })
})
