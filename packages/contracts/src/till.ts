import { z } from 'zod'

const digits = z
  .string()
  .regex(/^\d{6,12}$/, 'must have 6 to 12 digits')
  .meta({ examples: ['290417'] })

/** One digit or two, a block again and again, or each digit as far from the one before: 000000, 121212, 123123, 864208. */
function isEasyPin(pin: string): boolean {
  const steps = Array.from(pin.slice(1), (digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10)
  return new Set(pin).size < 3 || /^(\d+)\1+$/.test(pin) || new Set(steps).size === 1
}

/** Body of `PUT /api/auth/till/pin`: the caller's PIN on this device. */
export const setPinSchema = z.strictObject({
  pin: digits.refine((pin) => !isEasyPin(pin), 'is too easy to guess: 123456 and 111111 are tried first'),
})
export type SetPin = z.infer<typeof setPinSchema>

/** Body of `POST /api/auth/till/person`: who goes on at this device. */
export const changePersonSchema = z.strictObject({ userId: z.uuid(), pin: digits })
export type ChangePerson = z.infer<typeof changePersonSchema>

/** Answer of `GET /api/auth/till`: changing the person by PIN, on the device that asks. */
export const tillSchema = z.object({
  /** An administrator has switched it on. */
  on: z.boolean(),
  /** The caller may set a PIN: not an administrator who needs a second step. */
  allowed: z.boolean(),
  hasPin: z.boolean(),
  /** The others who have a PIN here, by name. */
  people: z.array(z.object({ _id: z.string(), name: z.string() })),
})
export type Till = z.infer<typeof tillSchema>
