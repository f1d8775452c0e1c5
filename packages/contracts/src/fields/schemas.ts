/** Parts of the domains' schemas. */
import { z } from 'zod'
import { isPlainText } from './plain-text.ts'

export const instantSchema = z.iso.datetime()
export const personSchema = z.object({ _id: z.string(), name: z.string() })

export const plainTextSchema = (longest: number) =>
  z.string().trim().max(longest).refine(isPlainText, 'must be one line of plain text')

/** One of `words`. The message lists them. */
export const enumOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)

/** A whole number in a query string. */
export const queryNumber = (
  digits: number,
  least: number,
  most: number,
  problem = 'must be a whole number',
) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}$`), problem)
    .transform(Number)
    .pipe(z.int().min(least).max(most))

/** The same value for each of `words`. */
export const each = <const Words extends readonly string[], Value>(words: Words, value: Value) =>
  Object.fromEntries(words.map((word) => [word, value])) as Record<Words[number], Value>

/** Common fields of a page of a snapshot, see `medicinesSnapshotSchema`. */
export const snapshotShape = { lastEventId: z.string(), next: z.string().nullable() }
