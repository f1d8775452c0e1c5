import { DAY_MS } from '@mms/contracts'
import fc from 'fast-check'
import type { Operation, Schema } from './description.ts'
import type { Pool } from './pool.ts'

const SAMPLES = 24

const words = fc
  .array(fc.stringMatching(/^[A-Z][a-z]{2,7}$/), { minLength: 1, maxLength: 3 })
  .map((list) => list.join(' '))

const day = fc
  .integer({ min: -20, max: 400 })
  .map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10))

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 7 })
  if (format === 'date') return day
  if (format === 'date-time')
    return fc
      .date({ min: new Date(Date.now() - DAY_MS), max: new Date(), noInvalidDate: true })
      .map((at) => at.toISOString())
  // zod's patterns need flag `u`; look-ahead patterns cannot be generated.
  if (pattern && !/\\p\{|\(\?[=!<]/.test(pattern)) return fc.stringMatching(new RegExp(pattern))
  return words.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength))
}

function numberOf({ type, minimum = 0, maximum = 1_000, multipleOf }: Schema): fc.Arbitrary<number> {
  // Small, so that stocks and prices stay realistic.
  const max = Math.min(maximum, Math.max(minimum, 0) + 100)
  if (type === 'integer') return fc.integer({ min: Math.max(minimum, -1e9), max })
  const cents = fc.integer({ min: Math.ceil(minimum * 100), max: Math.floor(max * 100) })
  return cents.map((value) => (multipleOf === 1 ? Math.ceil(value / 100) : value / 100))
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field)]),
  )
  if (Object.keys(fields).length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), arbitraryOf(additionalProperties), { maxKeys: 3 })
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields), noNullPrototype: true })
}

/** Random values that fit a schema. */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  const { enum: options, anyOf, oneOf, allOf } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (options) return fc.constantFrom(...options)
  const choices = anyOf ?? oneOf
  if (choices) return fc.oneof(...choices.map(arbitraryOf))
  if (allOf) return fc.tuple(...allOf.map(arbitraryOf)).map((parts) => Object.assign({}, ...parts))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return objectOf(schema)
  if (type === 'array')
    return fc.array(arbitraryOf(schema.items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
    })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return numberOf({ ...schema, type })
  if (type === 'null') return fc.constant(null)
  return textOf(schema)
}

/** A valid request. */
export interface GoodInput {
  path: Record<string, string>
  query: [string, string][]
  body: unknown
}

type Fields = Record<string, unknown>

/** Replaces ids, cursors and account names by existing ones. */
function known(fields: Fields, operation: Operation, pool: Pool): Fields {
  const entries = Object.entries(fields).map(
    ([name, value]) => [name, pool.valueOf(name, operation) ?? value] as const,
  )
  return Object.fromEntries(entries.filter(([name, value]) => name !== 'after' || value !== fields.after))
}

/** Required fields only, because optional ones often exclude each other. */
const onlyRequired = (schema: Schema): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name)),
  ),
})

export function createGoodInput(operation: Operation, seed: number): (turn: number, pool: Pool) => GoodInput {
  const named = (where: string) => operation.parameters.filter((each) => each.in === where)
  const whole = (where: string, only: boolean) =>
    arbitraryOf({
      type: 'object',
      properties: Object.fromEntries(named(where).map(({ name, schema }) => [name, schema])),
      required: named(where).flatMap(({ name, required }) => (required || only ? [name] : [])),
    })
  const parts = fc.record({
    path: whole('path', true),
    query: whole('query', false),
    body: operation.body
      ? fc.oneof(arbitraryOf(operation.body), arbitraryOf(onlyRequired(operation.body)))
      : fc.constant(undefined),
  })
  const samples = fc.sample(parts, { seed, numRuns: SAMPLES })
  return (turn, pool) => {
    const { path, query, body } = structuredClone(samples[turn % samples.length]) as Record<
      string,
      Fields | undefined
    >
    return {
      path: known(path ?? {}, operation, pool) as Record<string, string>,
      query: Object.entries(known(query ?? {}, operation, pool)).map(([name, value]) => [
        name,
        String(value),
      ]),
      body: body && known(body, operation, pool),
    }
  }
}
