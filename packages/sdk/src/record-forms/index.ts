/** Pages that add and edit a record, with drafts, idempotent adds and conflict handling. Bundled into each area. */
export { AddPage } from './add-page.tsx'
export { EditPage } from './edit-page.tsx'
export type { Doubts, RecordForm } from './record-form-rules.ts'
export { useEditedVersion, VersionedForm } from './versioned-form.tsx'
