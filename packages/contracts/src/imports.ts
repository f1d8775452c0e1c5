import { z } from 'zod'
import { MAX_IMPORT_ROWS } from './import-limits.ts'

/** Most rows of one request; a file is sent in several. */
const MAX_SENT_ROWS = 500

/**
 * Body of `PUT /api/medicines/imports/{id}`: some rows of a file. `fields` are those of a medicine as the form sends them;
 * what is left out stays as it is stored. A row is carried out once for each id, whatever is sent again.
 */
export const importRequestSchema = z.strictObject({
  fileName: z.string().trim().min(1).max(200),
  /** Says what would happen, and does nothing. */
  dryRun: z.boolean(),
  /** Whether `currentStock` counts for medicines that are there already; each difference is an adjustment. */
  setStock: z.boolean(),
  rows: z
    .array(
      z.strictObject({
        row: z
          .int()
          .min(1)
          .max(MAX_IMPORT_ROWS * 2),
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

/** What becomes of a row of a file. */
export const importKindSchema = z.enum(['added', 'changed', 'unchanged', 'refused'])
export type ImportKind = z.infer<typeof importKindSchema>

const importedRowSchema = z.object({
  row: z.int(),
  kind: importKindSchema,
  /** Units that an adjustment adds to the stock, or takes from it. */
  stockChange: z.int().optional(),
  /** Why it is refused, by field. */
  errors: z.record(z.string(), z.string()).optional(),
})
export type ImportedRow = z.infer<typeof importedRowSchema>
export const importedRowsSchema = z.object({ rows: z.array(importedRowSchema) })

/** An import that was carried out, whole or in part. */
export const catalogueImportSchema = z.object({
  _id: z.uuid(),
  fileName: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  added: z.int(),
  changed: z.int(),
  /** Of these, what was taken back, and what was not because the medicine has changed since. */
  undone: z.int(),
  kept: z.int(),
  /** When it was first taken back. */
  undoneAt: z.string().nullable(),
})
export type CatalogueImport = z.infer<typeof catalogueImportSchema>

/** Answer of an undo: ask again until nothing is `left`. `kept`: names of medicines that have changed since. */
export const undoneRowsSchema = z.object({ left: z.int(), undone: z.int(), kept: z.array(z.string()) })
export type UndoneRows = z.infer<typeof undoneRowsSchema>
