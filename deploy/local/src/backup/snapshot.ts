import type { DatabaseContent } from './entries.ts'

/** A database as it was at one moment, while its service goes on. */
export interface Snapshot {
  service: string
  kind: DatabaseContent['kind']
  /** Of its entry. */
  path: string
  read(): AsyncIterable<Buffer>
  /** Table → rows, once it was read. */
  tables(): Record<string, number>
}

/** Snapshots of one moment, and what lets go of them. */
export interface Snapshots {
  list: Snapshot[]
  release(): Promise<void>
}
