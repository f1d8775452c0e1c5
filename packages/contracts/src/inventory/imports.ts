import { z } from 'zod'
import { each } from '../fields/schemas.ts'
import { MAX_IMPORT_ROWS } from './limits.ts'

/** Maximum rows per request; larger files are sent in several requests. */
const MAX_SENT_ROWS = 500
const MAX_ROW_NUMBER = MAX_IMPORT_ROWS * 2

/** `PUT /api/medicines/imports/{id}`: rows of a file. Absent fields stay as stored. A repeated row is applied once. */
export const importRequestSchema = z.strictObject({
  fileName: z.string().trim().min(1).max(200),
  dryRun: z.boolean(),
  setStock: z.boolean(),
  rows: z
    .array(
      z.strictObject({
        row: z.int().min(1).max(MAX_ROW_NUMBER),
        fields: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    )
    .min(1)
    .max(MAX_SENT_ROWS)
    .refine(
      (rows) => new Set(rows.map(({ row }) => row)).size === rows.length,
      'must have different row numbers',
    ),
})
export type ImportRequest = z.infer<typeof importRequestSchema>
export type ImportRow = ImportRequest['rows'][number]

const importKindSchema = z.enum(['added', 'changed', 'unchanged', 'refused'])
export type ImportKind = z.infer<typeof importKindSchema>

const importedRowSchema = z.object({
  row: z.int(),
  kind: importKindSchema,
  stockChange: z.int().optional(),
  errors: z.record(z.string(), z.string()).optional(),
})
export type ImportedRow = z.infer<typeof importedRowSchema>
export const importedRowsSchema = z.object({ rows: z.array(importedRowSchema) })

export const catalogueImportSchema = z.object({
  _id: z.uuid(),
  fileName: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  ...each(['added', 'changed', 'undone', 'kept'], z.int()),
  undoneAt: z.string().nullable(),
})
export type CatalogueImport = z.infer<typeof catalogueImportSchema>

/** Repeat the undo until `left` is 0. `kept`: names of medicines that were changed since the import. */
export const undoneRowsSchema = z.object({ left: z.int(), undone: z.int(), kept: z.array(z.string()) })
export type UndoneRows = z.infer<typeof undoneRowsSchema>
