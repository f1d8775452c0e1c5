import type { AuditEntry } from '@mms/contracts'

/** How the lines of one audit log read. */
export interface AuditWords {
  /** Actions that the list is filtered by, or their first words, and what they are called. */
  actions: Record<string, string>
  /** Fields that it is filtered by. */
  fields?: Record<string, string>
  /** What subjects are called that have no name of their own. */
  subjects?: Record<string, string>
  titleOf: (entry: AuditEntry) => string
  /** Each field as it was and as it is. */
  detailsOf: (entry: AuditEntry) => string[]
}
