import {
  type AlertSeverity,
  type AlertStatus,
  alertSeverities,
  alertStatuses,
  alertTypes,
} from '@mms/contracts'
import { type FiltersOf, oneOf } from '@mms/sdk'
import * as words from '../words/alerts.ts'

export const alertFilters = {
  status: oneOf(alertStatuses),
  type: oneOf(alertTypes),
  severity: oneOf(alertSeverities),
}
export type AlertFilters = FiltersOf<typeof alertFilters>

export function describeFilters({ status, type, severity }: AlertFilters): string {
  const parts = [
    status && words.statusLooks[status as AlertStatus].name,
    type && words.typeName(type),
    severity && words.severityNamed(words.severityLooks[severity as AlertSeverity].name),
  ]
  return parts.filter(Boolean).join(' · ')
}
