/** A list's table and its actions, bundled into each area. `@mms/sdk/record-page` is separate to keep lists small. */
export type { RecordKind } from './record-kind.ts'
export { AddLink, RecordLink, RecordTable } from './record-table.tsx'
