import { problemSchema } from '@mms/contracts'
import { expect, it } from 'vitest'
import { readProblem } from './request.ts'

const whole = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  code: 'sales.in_flight',
  message: 'In progress',
  requestId: 'r-1',
}
const others: unknown[] = [undefined, null, 7, 'text', [], {}, { message: 'Bad gateway' }]
const wrongFields = Object.keys(whole).flatMap((field) => [
  { ...whole, [field]: undefined },
  { ...whole, [field]: null },
  { ...whole, [field]: {} },
  { ...whole, [field]: 1.5 },
])
const optional = [
  { ...whole, detail: 'More', instance: '/x', errors: { quantity: 'Only 1' }, later: true },
  { ...whole, detail: 7 },
  { ...whole, errors: null },
  { ...whole, errors: ['Only 1'] },
  { ...whole, errors: { quantity: 1 } },
]

it.each([whole, ...others, ...wrongFields, ...optional])(
  'reads what the contract calls a problem: %j',
  (value) => {
    const { success } = problemSchema.safeParse(value)
    expect(readProblem(value)).toBe(success ? value : undefined)
  },
)
