import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue

const types: Record<string, string> = {
  int: 'must be a whole number',
  number: 'must be a number',
  string: 'must be text',
  boolean: 'must be yes or no',
  array: 'must be a list',
  object: 'must be a set of fields',
}

/** Words an issue to follow the field's name: "is required". Never uses zod's default messages. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : (types[issue.expected] ?? 'is not valid')
    case 'too_small':
      return atLeast(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return atMost(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be one of ${issue.values.join(', ')}`
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an email address' : 'is not valid'
    case 'unrecognized_keys':
      return 'is not a known field'
    default:
      return 'is not valid'
  }
}

const inWords = (count: number) => count.toLocaleString('en-IN')

function atLeast(origin: string, minimum: number, inclusive: boolean): string {
  if (origin === 'string')
    return minimum <= 1 ? 'is required' : `must have at least ${inWords(minimum)} characters`
  if (origin === 'array') return `must have at least ${inWords(minimum)} entries`
  return inclusive ? `must be ${inWords(minimum)} or more` : `must be more than ${inWords(minimum)}`
}

function atMost(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === 'string') return `must have at most ${inWords(maximum)} characters`
  if (origin === 'array') return `must have at most ${inWords(maximum)} entries`
  return inclusive ? `must be at most ${inWords(maximum)}` : `must be less than ${inWords(maximum)}`
}
