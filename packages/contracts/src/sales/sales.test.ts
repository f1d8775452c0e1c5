import { describe, expect, test } from 'vitest'
import { MAX_PRICE } from '../fields/money.ts'
import { idempotencyKeySchema } from '../http/idempotency.ts'
import { MAX_QUANTITY } from '../inventory/limits.ts'
import { createTransactionSchema, listTransactionsQuerySchema, MAX_NOTE_LENGTH, totalPaise } from './sales.ts'

const medicineId = '0193a1b2-0000-7000-8000-000000000001'
const sale = { medicineId, type: 'sale', quantity: 2, unitPrice: 4.35 } as const

function wrongFields(input: object): string[] {
  const { error } = createTransactionSchema.safeParse({ ...sale, ...input })
  return [...new Set(error?.issues.map((issue) => issue.path.join('.')))]
}

describe('a new transaction', () => {
  test('needs no note, and keeps one of several lines as it is', () => {
    expect(createTransactionSchema.parse(sale)).toEqual({ ...sale, note: '' })
    const note = 'second strip\n<b>not</b> markup “क्रोसिन” 😀'
    expect(createTransactionSchema.parse({ ...sale, note: ` ${note} ` }).note).toBe(note)
  })

  test('has a direction only when it is an adjustment', () => {
    expect(wrongFields({ direction: 'decrease' })).toEqual(['direction'])
    expect(wrongFields({ type: 'adjustment', direction: 'decrease' })).toEqual([])
  })

  test.each([
    ['quantity', 0],
    ['quantity', 1.5],
    ['quantity', MAX_QUANTITY + 1],
    ['unitPrice', 1.005],
    ['unitPrice', MAX_PRICE + 1],
    ['note', 'x'.repeat(MAX_NOTE_LENGTH + 1)],
    ['note', 'half a character \ud800'],
  ])('is refused for its %s when that is %j', (field, value) => {
    expect(wrongFields({ [field]: value })).toEqual([field])
  })

  test('is refused when its total is too large, and when it has unknown fields', () => {
    expect(wrongFields({ quantity: MAX_QUANTITY, unitPrice: MAX_PRICE })).toEqual(['quantity'])
    expect(createTransactionSchema.safeParse({ ...sale, totalAmount: 1 }).success).toBe(false)
  })
})

test('a total is exact in paise', () => {
  expect(totalPaise(3, 4.35)).toBe(1305)
  expect(totalPaise(MAX_QUANTITY, 90_000)).toBe(9_000_000_000_000_000)
})

test.each(['short', 'x'.repeat(65), 'with spaces in between', 'ключ-ключ-ключ-ключ', ''])(
  'an idempotency key is not %j',
  (key) => expect(idempotencyKeySchema.safeParse(key).success).toBe(false),
)

test('the query of the history takes a day, and refuses dates the wrong way round', () => {
  const parse = (query: object) => listTransactionsQuerySchema.safeParse(query).success
  expect(parse({ startDate: '2026-11-20', endDate: '2026-11-20' })).toBe(true)
  expect(parse({ startDate: '2026-11-21', endDate: '2026-11-20' })).toBe(false)
})
