import { z } from 'zod'
import { each } from '../fields/schemas.ts'
import { secondStepSchema } from '../identity/second-step.ts'

/** RFC 9457 error. `code` is stable and dotted, `message` is for people, `errors` names invalid fields by path. */
export const problemSchema = z.object({
  ...each(['type', 'title', 'code', 'message', 'requestId'], z.string()),
  ...each(['detail', 'instance'], z.string().optional()),
  status: z.int(),
  errors: z.record(z.string(), z.string()).optional(),
  secondStep: secondStepSchema.optional(),
  /** Refused lines of a bill, in the form of `refusedLineSchema`. */
  refused: z.array(z.record(z.string(), z.unknown())).optional(),
})
export type Problem = z.infer<typeof problemSchema>
