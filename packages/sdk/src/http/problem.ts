import type { Problem } from '@mms/contracts'

/** The fields that every problem of the suite has; `status` is a number, the others are texts. */
const texts = ['type', 'title', 'code', 'message', 'requestId'] as const
const optionalTexts = ['detail', 'instance'] as const

/**
 * The problem details of an error answer, or undefined for any other JSON, such as the error of a proxy on the way: what
 * is no problem of ours decides nothing. Reads by hand what `problemSchema` says, to which the test holds it: zod would
 * be a tenth of what the login page loads.
 *
 * `readProblem({ message: 'Bad gateway' })` is undefined.
 */
export function readProblem(value: unknown): Problem | undefined {
  return isProblem(value) ? value : undefined
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return (
    Number.isSafeInteger(fields.status) &&
    texts.every((name) => typeof fields[name] === 'string') &&
    optionalTexts.every((name) => fields[name] === undefined || typeof fields[name] === 'string') &&
    (fields.errors === undefined || isRecordOfTexts(fields.errors))
  )
}

const isRecordOfTexts = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string')
