import type { Alert, AlertSeverity } from '@mms/contracts'
import { AlertIcon, Badge, InfoIcon, WarningIcon } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import * as words from '../words/alerts.ts'

const statusTones = { new: tones.info, read: tones.quiet, resolved: tones.good }
/** Colours from the specification (Recent Alerts). */
const severityTones = { high: tones.danger, medium: tones.waiting, low: tones.info }
const icons = { high: AlertIcon, medium: WarningIcon, low: InfoIcon }

export const severityTone = (severity: AlertSeverity) => severityTones[severity] ?? severityTones.low

export function StatusChip({ alert: { status, resolved } }: { alert: Pick<Alert, 'status' | 'resolved'> }) {
  return (
    <Badge colorPalette={statusTones[status]} data-new={status === 'new' || undefined}>
      {resolved?.snoozedUntil ? words.snoozed : words.statusName(status)}
    </Badge>
  )
}

export function SeverityChip({ severity }: { severity: AlertSeverity }) {
  const Icon = icons[severity] ?? InfoIcon
  return (
    <Badge colorPalette={severityTone(severity)}>
      <Icon size={12} aria-hidden />
      {words.severityName(severity)}
    </Badge>
  )
}
