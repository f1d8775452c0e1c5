import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ProblemError } from '../problems/problem.ts'
import { guardInput } from './dispatch.ts'

function refusalOf(value: unknown): ProblemError {
  try {
    guardInput(z.strictObject({ name: z.string() }), value, 'body')
  } catch (error) {
    return error as ProblemError
  }
  throw new Error('it was let in')
}

test('names at most 20 fields, each cut to 64 characters, however many are wrong', () => {
  const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${i}-${'x'.repeat(500)}`, i]))
  const { errors = {}, message } = refusalOf({ name: 'Dolo', ...unknown })
  expect(Object.keys(errors)).toHaveLength(20)
  expect(Math.max(...Object.keys(errors).map((field) => field.length))).toBe(64)
  expect(message.length).toBeLessThan(3_000)
})
