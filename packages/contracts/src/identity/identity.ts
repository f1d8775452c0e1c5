import { z } from 'zod'
import { isPlainText } from '../fields/plain-text.ts'
import { each, personSchema } from '../fields/schemas.ts'
import { MIN_PASSWORD_LENGTH } from './password-rules.ts'
import { passwordAndSecondStepSchema, takeSecondStepSchema } from './second-step.ts'

export const roleSchema = z.enum(['admin', 'staff'])
export type Role = z.infer<typeof roleSchema>

export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email())

/** At most 200 characters, without composition rules (NIST SP 800-63B). */
export const newPasswordSchema = z.string().min(MIN_PASSWORD_LENGTH).max(200)

const personNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .refine(isPlainText, 'must not contain control characters or characters that change the text direction')

export const loginRequestSchema = z.strictObject({ email: emailSchema, password: z.string().min(1).max(200) })

export const loginResponseSchema = personSchema.extend({
  token: z.string(),
  email: z.string(),
  role: roleSchema,
})
export type LoginResponse = z.infer<typeof loginResponseSchema>

export const changePasswordSchema = passwordAndSecondStepSchema.extend({ newPassword: newPasswordSchema })
export type ChangePassword = z.input<typeof changePasswordSchema>

export const reauthenticateSchema = z.strictObject({
  password: z.string().min(1).max(200),
  secondStep: takeSecondStepSchema.optional(),
})
export type Reauthenticate = z.input<typeof reauthenticateSchema>

export const sessionSchema = z.object({
  ...each(['_id', 'device', 'createdAt', 'lastUsedAt'], z.string()),
  current: z.boolean(),
})
export type Session = z.infer<typeof sessionSchema>

export const userSchema = personSchema.extend({
  email: z.string(),
  role: roleSchema,
  disabled: z.boolean(),
  createdAt: z.string(),
})
export type User = z.infer<typeof userSchema>

export const createUserSchema = z.strictObject({
  email: emailSchema,
  password: newPasswordSchema,
  name: personNameSchema,
  role: roleSchema,
})
export type CreateUser = z.infer<typeof createUserSchema>

/** A field that is left out keeps its value, so that a stale form does not undo the change of another administrator. */
export const updateUserSchema = z.strictObject({
  name: personNameSchema.optional(),
  email: emailSchema.optional(),
  role: roleSchema.optional(),
  disabled: z.boolean().optional(),
})
export type UpdateUser = z.infer<typeof updateUserSchema>

export const setPasswordSchema = z.strictObject({ password: newPasswordSchema })
export type SetPassword = z.infer<typeof setPasswordSchema>

/** Maximum lifetime of an access token. Services remember revoked tokens for this long, which limits their memory. */
export const MAX_ACCESS_TOKEN_SECONDS = 3_600

/** Subjects: the ended session (`sid`); the user whose tokens with `ver` below `data.version` became invalid. */
export const identityEvents = {
  sessionEnded: 'identity.session.ended',
  userTokensEnded: 'identity.user.tokens_ended',
} as const

export const userTokensEndedSchema = z.object({ version: z.number() })
