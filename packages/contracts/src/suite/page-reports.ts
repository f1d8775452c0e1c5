import { z } from 'zod'
import { areaNameSchema, buildIdSchema } from './areas.ts'
import { MAX_PAGE_REPORTS } from './page-report-limits.ts'

const place = {
  area: areaNameSchema,
  build: buildIdSchema,
  /** A route pattern such as `/medicines/:id`, never a real address. */
  page: z.string().min(1).max(100),
}
const count = z.int().min(1).max(100)

/**
 * What an area's build reports about one page: a view, an error, or timings in ms (`cls` has no unit). It contains no
 * user input. Of an error it contains only the name and the position in the script.
 */
export const pageReportSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('view'), ...place, count }),
  z.strictObject({
    kind: z.enum(['error', 'load', 'rejection']),
    ...place,
    count,
    name: z.string().regex(/^[A-Za-z]{1,40}$/),
    at: z
      .string()
      .regex(/^[\w./-]{1,120}:\d{1,7}:\d{1,7}$/)
      .optional(),
  }),
  z.strictObject({ kind: z.enum(['lcp', 'inp', 'cls']), ...place, value: z.number().min(0).max(600_000) }),
])
export type PageReport = z.infer<typeof pageReportSchema>

/** `POST /page-reports`. The gateway drops single reports that it does not understand. */
export const pageReportsSchema = z.object({ reports: z.array(z.unknown()).min(1).max(MAX_PAGE_REPORTS) })
