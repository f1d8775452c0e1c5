import type { SuiteEvents } from '@mms/contracts'

export interface Stored {
  _id: string
  name: string
  version?: number
}

/** Names and addresses of one kind of record. The pages build all their texts from them. */
export interface RecordKind {
  noun: string
  plural: string
  api: string
  page: string
  key: readonly unknown[]
  event: keyof SuiteEvents
  emit: (ids: string[]) => void
}

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const pathOf = (kind: RecordKind, id: string): string => `${kind.api}/${encodeURIComponent(id)}`
