import { z } from 'zod'
import { personSchema } from '../fields/schemas.ts'

const digits = z
  .string()
  .regex(/^\d{6,12}$/, 'must have 6 to 12 digits')
  .meta({ examples: ['290417'] })

function isEasyPin(pin: string): boolean {
  const steps = Array.from(pin.slice(1), (digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10)
  return new Set(pin).size < 3 || /^(\d+)\1+$/.test(pin) || new Set(steps).size === 1
}

export const setPinSchema = z.strictObject({
  pin: digits.refine((pin) => !isEasyPin(pin), 'is too easy to guess: avoid 123456 or 111111'),
})
export type SetPin = z.infer<typeof setPinSchema>

export const changePersonSchema = z.strictObject({ userId: z.uuid(), pin: digits })
export type ChangePerson = z.infer<typeof changePersonSchema>

export const sharedCounterSchema = z.object({
  on: z.boolean(),
  /** False for a user who needs a second step, which a PIN cannot replace. */
  allowed: z.boolean(),
  hasPin: z.boolean(),
  people: z.array(personSchema),
})
export type SharedCounter = z.infer<typeof sharedCounterSchema>
