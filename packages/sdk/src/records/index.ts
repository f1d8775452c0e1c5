/** A list's table with its actions, built into each area. `@mms/sdk/record-page` is separate: lists do not load it. */
export type { RecordKind } from './record-kind.ts'
export { AddLink, RecordLink, RecordTable } from './record-table.tsx'
