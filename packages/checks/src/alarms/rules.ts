import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export interface AlertRule {
  alert: string
  expr: string
  labels: Record<string, string>
  annotations: { summary: string; runbook_url: string }
}

/** Metrics, and whether they raise the alert. Without labels they must not. */
interface Situation {
  at: string
  series: Record<string, string>
  labels?: Record<string, string>
}

export type Cases = Record<string, { raised?: Situation; quiet?: Situation } | undefined>

export const folder = 'deploy/monitoring'
export const rulesFile = `${folder}/alerts.yaml`

const read = (root: string, file: string) => parse(readFileSync(join(root, file), 'utf8'))

export function readRules(root: string): AlertRule[] {
  const { groups } = read(root, rulesFile) as { groups: { rules: (AlertRule | { record: string })[] }[] }
  return groups.flatMap(({ rules }) => rules).filter((rule) => 'alert' in rule)
}

export const readCases = (root: string): Cases => read(root, `${folder}/alerts.cases.yaml`) as Cases

export function readPanels(root: string, file: string): string[] {
  const { panels } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

export function toPromtool(rules: AlertRule[], cases: Cases): object {
  const tests = rules.flatMap(({ alert, labels, annotations }) =>
    Object.values(cases[alert] ?? {}).map((situation) => ({
      interval: '1m',
      input_series: Object.entries(situation.series).map(([series, values]) => ({
        series,
        values: String(values),
      })),
      alert_rule_test: [
        {
          eval_time: situation.at,
          alertname: alert,
          exp_alerts: situation.labels
            ? [{ exp_labels: { ...labels, ...situation.labels }, exp_annotations: annotations }]
            : [],
        },
      ],
    })),
  )
  return { rule_files: ['alerts.yaml'], evaluation_interval: '1m', tests }
}
