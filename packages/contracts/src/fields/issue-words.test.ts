import { expect, it } from 'vitest'
import { z } from 'zod'
import { createMedicineSchema, createTransactionSchema, createUserSchema } from '../index.ts'
import { describeIssue } from './issue-words.ts'

const wordsOf = (schema: z.ZodType, value: unknown) =>
  schema
    .safeParse(value, { reportInput: true, error: describeIssue })
    .error?.issues.map(({ message }) => message) ?? []

const odd = [undefined, null, 7.5, -1e20, 1e20, '', 'x'.repeat(2_000), true, [], {}, '2026-02-30']

it.each([
  ['a medicine', createMedicineSchema],
  ['a transaction', createTransactionSchema],
  ['a user', createUserSchema],
])("says nothing about %s in the validator's own words", (_, schema) => {
  const names = Object.keys(schema.shape)
  const found = odd.flatMap((value) =>
    wordsOf(schema, { unknown: 1, ...Object.fromEntries(names.map((name) => [name, value])) }),
  )
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter((text) => !/^(is|must|makes|enter)\b/.test(text))).toEqual([])
})

it.each([
  [z.string(), undefined, 'is required'],
  [z.string().min(10), 'short', 'must have at least 10 characters'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.number().max(100_000), 1e9, 'must be at most 1,00,000'],
  [z.enum(['a', 'c']), 'b', 'must be one of a, c'],
  [z.string().regex(/^a$/, 'must be an a'), 'b', 'must be an a'],
])('%# says what is asked', (schema, value, text) => expect(wordsOf(schema, value)).toEqual([text]))
