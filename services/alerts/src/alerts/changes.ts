import { alertSeverities, HOUR_MS } from '@mms/contracts'
import { isTooFarAhead } from '@mms/service-kit'
import type { Finding } from '../rules/finding.ts'
import type { Judgement } from '../rules/judge.ts'
import type { AlertRecord } from './row.ts'

/** After a manual resolution, only a worse cause raises an alert within this time. */
export const QUIET_MS = 24 * HOUR_MS

export interface AlertChanges {
  open: Finding[]
  renew: { alert: AlertRecord; finding: Finding }[]
  close: AlertRecord[]
  endQuiet: AlertRecord[]
}

const rank = ({ severity }: { severity: string }) => (alertSeverities as readonly string[]).indexOf(severity)
const isWorse = (finding: Finding, alert: AlertRecord) => rank(finding) < rank(alert)

function quietUntil({ snoozedUntil, resolvedAt }: AlertRecord, now: number): number {
  const at = resolvedAt?.getTime() ?? 0
  return isTooFarAhead(at, now, 0) ? 0 : (snoozedUntil?.getTime() ?? at + QUIET_MS)
}

const isLoud = (finding: Finding, quiet: AlertRecord[], now: Date): boolean =>
  quiet.every(
    (alert) =>
      isWorse(finding, alert) ||
      finding.type !== alert.type ||
      now.getTime() >= quietUntil(alert, now.getTime()),
  )

const differs = (alert: AlertRecord, { type, severity, message }: Finding) =>
  alert.type !== type || alert.severity !== severity || alert.message !== message

/** Compares a medicine's causes with its alerts. When a cause ends, its alert closes, or its quiet time ends. */
export function compareAlerts(
  { findings, isJudged }: Judgement,
  watched: AlertRecord[],
  now: Date,
): AlertChanges {
  const open = new Map(
    watched.filter(({ status }) => status !== 'resolved').map((alert) => [alert.cause, alert]),
  )
  const quiet = watched.filter(({ status }) => status === 'resolved')
  const holding = new Set(findings.map(({ cause }) => cause))
  const quietOf = (cause: string) => quiet.filter((alert) => alert.cause === cause)
  const opening = findings.filter(
    (finding) => !open.has(finding.cause) && isLoud(finding, quietOf(finding.cause), now),
  )
  const raised = new Set(opening.map(({ cause }) => cause))
  const isGone = ({ cause, type }: AlertRecord) => isJudged(type) && !holding.has(cause)
  return {
    open: opening,
    renew: findings.flatMap((finding) => {
      const alert = open.get(finding.cause)
      return alert && differs(alert, finding) ? [{ alert, finding }] : []
    }),
    close: [...open.values()].filter(isGone),
    endQuiet: quiet.filter((alert) => raised.has(alert.cause) || isGone(alert)),
  }
}
