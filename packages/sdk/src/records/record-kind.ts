import type { SuiteEvents } from '@mms/contracts'

/** What every record has. `version` grows with each save, where two people may edit one. */
export interface Stored {
  _id: string
  name: string
  version?: number
}

/** What an area lists, shows, adds, edits and deletes: its nouns and where it is found. Every text of the frames is made of them. */
export interface RecordKind {
  /** One of them and several, in small letters: `medicine`, `medicines`. */
  noun: string
  plural: string
  /** Path of the list in the API, and with `/id` behind it of one. */
  api: string
  /** Path of the list's page; the others are `/add`, `/:id` and `/edit/:id` below it. */
  page: string
  /** Head of the queries that a change makes stale. */
  key: readonly unknown[]
  /** The event of a change: it makes them be fetched again. */
  event: keyof SuiteEvents
  /** Emits it, of these ids; none of a new one. */
  emit: (ids: string[]) => void
}

/** Of `company`: `Company`. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const pathOf = (kind: RecordKind, id: string): string => `${kind.api}/${encodeURIComponent(id)}`
