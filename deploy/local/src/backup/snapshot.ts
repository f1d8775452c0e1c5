import type { DatabaseContent, LogPlace } from './entries.ts'

/** A database as it was at one moment, while its service goes on. */
export interface Snapshot {
  service: string
  kind: Exclude<DatabaseContent['kind'], 'pages'>
  /** Of its entry. */
  path: string
  read(): AsyncIterable<Buffer>
  /** Table → rows, once it was read. */
  tables(): Record<string, number>
}

/** Snapshots of one moment, and what lets go of them. */
export interface Snapshots {
  list: Snapshot[]
  /** Where the server's binary log stood at that moment. */
  log?: LogPlace | undefined
  release(): Promise<void>
}
