import {
  type AlertSeverity,
  type AlertStatus,
  alertSeverities,
  alertStatuses,
  alertTypes,
} from '@mms/contracts'
import { type FiltersOf, oneOf } from '@mms/sdk'
import { severityLooks, statusLooks, typeName } from './words.ts'

/** What the list can be filtered by. */
export const alertFilters = {
  status: oneOf(alertStatuses),
  type: oneOf(alertTypes),
  severity: oneOf(alertSeverities),
}
export type AlertFilters = FiltersOf<typeof alertFilters>

/** The filters in words, for paper: "New · Low Stock · High severity". */
export function describeFilters({ status, type, severity }: AlertFilters): string {
  const words = [
    status && statusLooks[status as AlertStatus].name,
    type && typeName(type),
    severity && `${severityLooks[severity as AlertSeverity].name} severity`,
  ]
  return words.filter(Boolean).join(' · ')
}
