import type { AuditEntry } from '@mms/contracts'

export interface AuditWords {
  /** Filter labels by action, or by the first word of an action. */
  actions: Record<string, string>
  fields?: Record<string, string>
  subjects?: Record<string, string>
  titleOf: (entry: AuditEntry) => string
  detailsOf: (entry: AuditEntry) => string[]
}
