/**
 * The table of a list with its actions, built into each area. `@mms/sdk/record-page` is separate, because lists do not
 * load it.
 */
export type { RecordKind } from './record-kind.ts'
export { AddLink, RecordLink, RecordTable } from './record-table.tsx'
