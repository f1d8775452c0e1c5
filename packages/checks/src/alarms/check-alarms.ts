import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promtool } from '../provision.ts'
import { runCommand } from '../run/command.ts'
import {
  type AlertRule,
  type Cases,
  folder,
  readCases,
  readPanels,
  readRules,
  rulesFile,
  toPromtool,
} from './rules.ts'

/** Metrics of Prometheus itself and of its Node client. */
const OF_OTHERS = /^(up|(nodejs|process)_\w+)$/
const SUFFIX = /_(count|sum|bucket)$/
/** A metric name in an expression: before `{`, `[`, a space, a bracket or the end. */
const METRIC = /(?<![\w"./:])[a-z]+(?:_[a-z0-9]+)+(?=[{[\s)]|$)|\bup\b/g

/** Every alert needs a runbook section, a case that raises it and a case that does not. */
export function checkCases(rules: AlertRule[], cases: Cases, runbook: string): string[] {
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  const names = rules.map(({ alert }) => alert)
  return [
    ...rules.flatMap(({ alert, annotations }) => [
      ...(sections.includes(alert) ? [] : [`docs/runbook.md has no section ${alert}`]),
      ...(annotations?.runbook_url === `docs/runbook.md#${alert.toLowerCase()}`
        ? []
        : [`${rulesFile}: ${alert} must name its section, docs/runbook.md#${alert.toLowerCase()}`]),
      ...(cases[alert]?.raised?.labels && cases[alert]?.quiet && !cases[alert].quiet.labels
        ? []
        : [`${folder}/alerts.cases.yaml: ${alert} needs metrics that raise it and metrics that do not`]),
    ]),
    ...Object.keys(cases)
      .filter((name) => !names.includes(name))
      .map((name) => `${folder}/alerts.cases.yaml: there is no alert ${name}`),
  ]
}

export function unknownMetrics(expressions: string[], sources: string): string[] {
  // Labels of `by (…)` and strings are not metrics.
  const bare = expressions.map((text) =>
    text.replaceAll(/"[^"]*"|\b(by|on)\s*\([^)]*\)/g, '').replaceAll(/#.*$/gm, ''),
  )
  const names = new Set(bare.flatMap((text) => text.match(METRIC) ?? []))
  const functions = new Set(['histogram_quantile', 'label_replace'])
  return [...names].filter(
    (name) =>
      !functions.has(name) && !OF_OTHERS.test(name) && !sources.includes(`'${name.replace(SUFFIX, '')}'`),
  )
}

async function evaluate(root: string, rules: AlertRule[], cases: Cases, panels: string[]): Promise<string[]> {
  if (!existsSync(promtool)) return [`There is no ${promtool}: run npm run provision`]
  const scratch = mkdtempSync(join(tmpdir(), 'mms-alarms-'))
  try {
    copyFileSync(join(root, rulesFile), join(scratch, 'alerts.yaml'))
    const records = panels.map((expr, index) => ({
      record: `panel_${index}`,
      expr: expr.replaceAll('$__range', '1h'),
    }))
    writeFileSync(
      join(scratch, 'panels.yaml'),
      JSON.stringify({ groups: [{ name: 'panels', rules: records }] }),
    )
    writeFileSync(join(scratch, 'cases.yaml'), JSON.stringify(toPromtool(rules, cases)))
    const problems: string[] = []
    for (const args of [
      ['check', 'rules', join(scratch, 'alerts.yaml'), join(scratch, 'panels.yaml')],
      ['test', 'rules', join(scratch, 'cases.yaml')],
    ]) {
      const { code, output } = await runCommand(promtool, args)
      if (code !== 0) problems.push(output)
    }
    return problems
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

export async function checkAlarms(root: string): Promise<string[]> {
  const rules = readRules(root)
  const cases = readCases(root)
  const panels = globSync(`${folder}/*.dashboard.json`, { cwd: root }).flatMap((file) =>
    readPanels(root, file),
  )
  const files = globSync(['{services/*,gateway,packages/service-kit}/src/**/*.ts'], { cwd: root })
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')
  return [
    ...checkCases(rules, cases, runbook),
    ...unknownMetrics([...rules.map(({ expr }) => expr), ...panels], sources).map(
      (name) => `${folder}: no source has a metric ${name}`,
    ),
    ...(await evaluate(root, rules, cases, panels)),
  ]
}
