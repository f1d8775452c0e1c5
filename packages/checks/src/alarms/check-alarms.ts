import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { promtool } from '../provision.ts'
import { runCommand } from '../run/command.ts'

const folder = 'deploy/monitoring'

interface Rules {
  groups: { rules: { alert?: string; expr: string; annotations?: { runbook_url: string } }[] }[]
}
interface Tests {
  tests: { promql_expr_test: { expr: string; exp_samples: object[] }[] }[]
}
interface Dashboard {
  panels: { targets?: { expr: string }[] }[]
}

/** Metrics of Prometheus, its exporters and its Node client, and functions whose names look like metrics. */
const OF_OTHERS =
  /^(up|(nodejs|process|probe|kube_cronjob|node_filesystem|kubelet_volume)_\w+|histogram_quantile|label_replace)$/
/** Absolute, so that people can open it from an alert. */
const RUNBOOK = 'https://git.example/medicine-suite/docs/runbook.md'
const SUFFIX = /_(count|sum|bucket)$/
/** A metric's name in an expression. It is followed by `{`, `[`, a space, a bracket or the end. */
const METRIC = /(?<![\w"./:])[a-z]+(?:_[a-z0-9]+)+(?=[{[\s)]|$)|\bup\b/g

/** Finds metrics in expressions that no program exports. Ignores strings and the labels in `by (…)`. */
function unknownMetrics(expressions: string[], sources: string): string[] {
  const bare = expressions.map((text) => text.replaceAll(/"[^"]*"|\b(by|on)\s*\([^)]*\)|#.*$/gm, ''))
  const names = new Set(bare.flatMap((text) => text.match(METRIC) ?? []))
  return [...names].filter(
    (name) => !OF_OTHERS.test(name) && !sources.includes(`'${name.replace(SUFFIX, '')}'`),
  )
}

/** Lets promtool test the alert rules, and parse the expressions of dashboard panels as rules. */
async function runPromtool(root: string, panels: string[]): Promise<string[]> {
  if (!existsSync(promtool)) return [`There is no ${promtool}: run npm run provision`]
  const scratch = mkdtempSync(join(tmpdir(), 'mms-alarms-'))
  const file = join(scratch, 'panels.yaml')
  try {
    const rules = panels.map((expr, at) => ({
      record: `panel_${at}`,
      expr: expr.replaceAll('$__range', '1h'),
    }))
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    const results = await Promise.all([
      runCommand(promtool, ['check', 'rules', join(root, folder, 'alerts.yaml'), file]),
      runCommand(promtool, ['test', 'rules', join(root, folder, 'alerts.test.yaml')]),
    ])
    return results.flatMap(({ code, output }) => (code === 0 ? [] : [output]))
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Every alert needs a section in the runbook, and tests with exported metrics that raise it and that do not. */
export async function checkAlarms(root: string): Promise<string[]> {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const { groups } = parse(read(`${folder}/alerts.yaml`)) as Rules
  const { tests } = parse(read(`${folder}/alerts.test.yaml`)) as Tests
  const rules = groups.flatMap((group) => group.rules)
  const runbook = read('docs/runbook.md')
  const incomplete = rules.flatMap(({ alert, annotations }) => {
    if (alert === undefined) return []
    const ownTests = tests
      .flatMap(({ promql_expr_test: each }) => each)
      .filter(({ expr }) => expr.includes(`"${alert}"`))
    return [
      ...(ownTests.some(({ exp_samples: raised }) => raised.length > 0) ? [] : ['metrics that raise it']),
      ...(ownTests.some(({ exp_samples: raised }) => raised.length === 0) ? [] : ['metrics that do not']),
      ...(runbook.includes(`\n## ${alert}\n`) ? [] : ['a section of docs/runbook.md']),
      ...(annotations?.runbook_url === `${RUNBOOK}#${alert.toLowerCase()}` ? [] : ['its runbook_url']),
    ].map((part) => `${folder}: ${alert} lacks ${part}`)
  })
  const panels = globSync(`${folder}/*.dashboard.json`, { cwd: root })
    .flatMap((file) => (JSON.parse(read(file)) as Dashboard).panels)
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const files = globSync('{services/*,gateway,packages/service-kit}/src/**/*.ts', { cwd: root })
  const unknown = unknownMetrics([...rules.map(({ expr }) => expr), ...panels], files.map(read).join('\n'))
  return [
    ...incomplete,
    ...unknown.map((name) => `${folder}: no source has a metric ${name}`),
    ...(await runPromtool(root, panels)),
  ]
}
