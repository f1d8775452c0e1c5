import type { createTransactionSchema } from '@mms/contracts'

type Issue = NonNullable<ReturnType<(typeof createTransactionSchema)['safeParse']>['error']>['issues'][number]

/** What a broken rule of the contract means to the person at the form. */
export function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : 'is required'
    case 'too_small':
      return `must be ${issue.minimum} or more`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum.toLocaleString('en-IN')} characters`
        : `must be at most ${issue.maximum.toLocaleString('en-IN')}`
    default:
      return issue.message
  }
}
