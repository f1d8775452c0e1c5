import { describeIssue } from '@mms/contracts'
import { z } from 'zod'
import { problem } from '../problems/problem.ts'

const nothing = z.strictObject({})

/** Maximum invalid fields in an answer, so that it does not grow with the request. */
const MAX_FIELDS = 20
const MAX_NAME = 64

function fieldOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String)
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...path, key].join('.'))
    : [path.join('.')]
}

const shortened = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name)

/** Messages by field path: the first 20, with names cut to 64 characters. `where` names a value that is all wrong. */
export function fieldErrors(error: z.ZodError, where: string): Record<string, string> {
  const errors = new Map<string, string>()
  for (const issue of error.issues) {
    for (const field of fieldOf(issue)) {
      if (errors.size === MAX_FIELDS) return Object.fromEntries(errors)
      const name = shortened(field || where)
      if (!errors.has(name)) errors.set(name, issue.message)
    }
  }
  return Object.fromEntries(errors)
}

/** Returns the parsed input. Throws 400 `request.invalid`. Without a schema, the input must be empty. */
export function guardInput(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  const result = (schema ?? nothing).safeParse(value, { reportInput: true, error: describeIssue })
  if (result.success) return schema ? result.data : undefined
  const errors = fieldErrors(result.error, where)
  const list = Object.entries(errors).map(([field, what]) => `${field}: ${what}`)
  throw problem.badRequest('request.invalid', `Please check the input. ${list.join('. ')}`, { errors })
}
