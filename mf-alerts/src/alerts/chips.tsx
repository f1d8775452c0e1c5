import type { Alert, AlertSeverity } from '@mms/contracts'
import { AlertIcon, Badge, InfoIcon, WarningIcon } from '@mms/ui'
import * as words from '../words/alerts.ts'

const icons = { high: AlertIcon, medium: WarningIcon, low: InfoIcon }

export function StatusChip({ alert: { status, resolved } }: { alert: Pick<Alert, 'status' | 'resolved'> }) {
  const { name, palette } = words.statusLooks[status]
  return (
    <Badge colorPalette={palette} data-new={status === 'new' || undefined}>
      {resolved?.snoozedUntil ? words.snoozed : name}
    </Badge>
  )
}

export function SeverityChip({ severity }: { severity: AlertSeverity }) {
  const { name, palette } = words.severityLook(severity)
  const Icon = icons[severity] ?? InfoIcon
  return (
    <Badge colorPalette={palette}>
      <Icon size={12} aria-hidden />
      {name}
    </Badge>
  )
}
