import { emailSchema, type Role, toPlainText } from '@mms/contracts'
import { z } from 'zod'

export interface RoleRules {
  claim: string
  admin: readonly string[]
  staff: readonly string[]
}

const claimsSchema = z.looseObject({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  email: emailSchema,
  /** Microsoft Entra ID does not send it. */
  email_verified: z.literal(true).optional(),
  name: z.string().optional().catch(undefined),
  /** Not 0, the proof time of sessions that began by PIN. */
  auth_time: z.number().positive().catch(1),
})

const valuesSchema = z.union([z.string().transform((value) => [value]), z.array(z.string())]).catch([])

export interface ProviderPerson {
  iss: string
  sub: string
  email: string
  name: string
  role: Role
  /** Time (ms) when the provider saw the person; in 1970 if it sends none. */
  provenAt: number
}

export class RefusedPersonError extends Error {
  override name = 'RefusedPersonError'
  /** For the audit log. Undefined if the provider names no account. */
  readonly refused: { account: string; reason: string } | undefined

  constructor(message: string, refused?: { account: string; reason: string }) {
    super(message)
    this.refused = refused
  }
}

export function readProviderPerson(claims: unknown, { claim, admin, staff }: RoleRules): ProviderPerson {
  const { data } = claimsSchema.safeParse(claims)
  if (!data) throw new RefusedPersonError('the provider gave no verified email address')
  const { iss, sub, email, auth_time: seconds } = data
  const values = valuesSchema.parse(data[claim])
  const has = (wanted: readonly string[]) => values.some((value) => wanted.includes(value))
  if (!has(admin) && !has(staff)) {
    const refused = { account: email, reason: 'single-sign-on.no_role' }
    throw new RefusedPersonError(`the claim ${claim} has no value of a role`, refused)
  }
  const name =
    toPlainText(data.name ?? '')
      .trim()
      .slice(0, 120)
      .toWellFormed() || email.slice(0, 120)
  return { iss, sub, email, name, role: has(admin) ? 'admin' : 'staff', provenAt: seconds * 1_000 }
}
