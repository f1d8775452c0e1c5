import { z } from 'zod'
import { secondStepSchema } from '../identity/second-step.ts'

/** RFC 9457 error. `code` is stable and dotted, `message` is for people, `errors` names invalid fields by path. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  secondStep: secondStepSchema.optional(),
  /** Refused lines of a bill, in the form of `refusedLineSchema`. */
  refused: z.array(z.record(z.string(), z.unknown())).optional(),
})
export type Problem = z.infer<typeof problemSchema>
