import type { AuditEntry } from '@mms/contracts'

export interface AuditWords {
  /** Labels of the actions, or of their first words, that the list can be filtered by. */
  actions: Record<string, string>
  fields?: Record<string, string>
  subjects?: Record<string, string>
  titleOf: (entry: AuditEntry) => string
  detailsOf: (entry: AuditEntry) => string[]
}
