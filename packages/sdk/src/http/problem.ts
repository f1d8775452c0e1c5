import type { Problem } from '@mms/contracts'

const texts = ['type', 'title', 'code', 'message', 'requestId'] as const
const optionalTexts = ['detail', 'instance'] as const

/**
 * Reads problem details; undefined for other JSON, such as a proxy's error. Written by hand and tested against
 * `problemSchema`, because zod would be a tenth of what the login page loads.
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
