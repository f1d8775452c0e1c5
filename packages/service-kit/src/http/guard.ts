import { issueWords } from '@mms/contracts'
import { z } from 'zod'
import { problem } from '../problems/problem.ts'

const nothing = z.strictObject({})

/** A body of unknown fields must not cause an answer many times its size. */
const MAX_FIELDS = 20
const MAX_NAME = 64

function fieldOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String)
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...path, key].join('.'))
    : [path.join('.')]
}

const shortened = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name)

/** Messages by dotted field: the first 20, names cut to 64 characters. `where` names a value wrong as a whole. */
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

/** Returns the parsed input or throws 400 `request.invalid`. Without a schema only empty input is valid. */
export function guardInput(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  const result = (schema ?? nothing).safeParse(value, { reportInput: true, error: issueWords })
  if (result.success) return schema ? result.data : undefined
  const errors = fieldErrors(result.error, where)
  const list = Object.entries(errors).map(([field, what]) => `${field}: ${what}`)
  throw problem.badRequest('request.invalid', `Please check the input. ${list.join('. ')}`, { errors })
}
