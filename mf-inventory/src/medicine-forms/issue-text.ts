import type { createMedicineSchema } from '@mms/contracts'

type Issue = NonNullable<ReturnType<(typeof createMedicineSchema)['safeParse']>['error']>['issues'][number]

/** What a broken rule of the contract means to the person at the form, as it follows the field's name. */
export function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : 'is required'
    case 'invalid_value':
      return 'is required'
    case 'too_small':
      return issue.origin === 'string' ? 'is required' : `must be ${issue.minimum} or more`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum.toLocaleString('en-IN')}`
    default:
      return issue.message
  }
}

/** `is required` of `Category` → `Category is required`; `must be 0 or more` → `Must be 0 or more`. */
export function sentence(label: string, text: string): string {
  if (text.startsWith('is ')) return `${label} ${text}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
