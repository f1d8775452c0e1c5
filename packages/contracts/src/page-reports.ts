import { z } from 'zod'
import { areaNameSchema, buildIdSchema } from './areas.ts'
import { MAX_PAGE_REPORTS } from './page-report-limits.ts'

const place = {
  area: areaNameSchema,
  /** Of the shell, the hash in the name of its script. */
  build: buildIdSchema,
  /** A pattern such as `/medicines/:id`, never an address. */
  page: z.string().min(1).max(100),
}
/** How often the same was seen since the batch before. */
const count = z.int().min(1).max(100)

/**
 * What a browser reports of one area's build on one page: a part of it was shown (`view`), it failed, or how fast it was
 * (milliseconds; `cls` has no unit). Nothing in it was typed or read by a person: of an error only the name and the place
 * in the script.
 */
export const pageReportSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('view'), ...place, count }),
  z.strictObject({
    kind: z.enum(['error', 'load', 'rejection']),
    ...place,
    count,
    name: z.string().regex(/^[A-Za-z]{1,40}$/),
    /** `assets/entry.0123456789abcdef.js:1:2345` */
    at: z
      .string()
      .regex(/^[\w./-]{1,120}:\d{1,7}:\d{1,7}$/)
      .optional(),
  }),
  z.strictObject({ kind: z.enum(['lcp', 'inp', 'cls']), ...place, value: z.number().min(0).max(600_000) }),
])
export type PageReport = z.infer<typeof pageReportSchema>

/** `POST /page-reports`. A report that a gateway does not understand is dropped without the others. */
export const pageReportsSchema = z.object({ reports: z.array(z.unknown()).min(1).max(MAX_PAGE_REPORTS) })
