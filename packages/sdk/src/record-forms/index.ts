/*
 * The pages that add and edit a record, around an area's own fields: drafts, the question before leaving, the key that
 * adds once, and concurrent saves. Built into each area.
 */
export { AddPage } from './add-page.tsx'
export { ConflictPanel } from './conflict-panel.tsx'
export { EditPage } from './edit-page.tsx'
export type { Doubts, RecordForm } from './record-form-rules.ts'
export { useConflict } from './use-conflict.ts'
