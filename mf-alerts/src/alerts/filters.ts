import {
  type AlertSeverity,
  type AlertStatus,
  alertSeverities,
  alertStatuses,
  alertTypes,
} from '@mms/contracts'
import { type FiltersOf, oneOf } from '@mms/sdk'
import { severityLooks, statusLooks, typeName } from './words.ts'

export const alertFilters = {
  status: oneOf(alertStatuses),
  type: oneOf(alertTypes),
  severity: oneOf(alertSeverities),
}
export type AlertFilters = FiltersOf<typeof alertFilters>

export function describeFilters({ status, type, severity }: AlertFilters): string {
  const words = [
    status && statusLooks[status as AlertStatus].name,
    type && typeName(type),
    severity && `${severityLooks[severity as AlertSeverity].name} severity`,
  ]
  return words.filter(Boolean).join(' · ')
}
