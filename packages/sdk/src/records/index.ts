/*
 * What stands around an area's own columns and figures: the table of a list with its actions. Built
 * into each area, so that it runs in the shell of the previous release, too. `@mms/sdk/record-page` is apart: lists do not load it.
 */
export type { RecordKind } from './record-kind.ts'
export { AddLink, RecordLink, RecordTable } from './record-table.tsx'
