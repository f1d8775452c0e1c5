import { z } from 'zod'
import { personSchema } from '../fields/schemas.ts'

/** WebAuthn messages (level 3, 5.1). The WebAuthn library validates them. */
const webAuthnSchema = z.record(z.string(), z.unknown())

/**
 * Part of the 401 answer to a sign-in that needs a second step. `challenge` replaces the password; it is valid for
 * minutes and once.
 */
export const secondStepSchema = z.object({
  challenge: z.string(),
  /** `app`, `recovery`, `passkey`, or `set-up`: an administrator has to set up an authenticator app first. */
  methods: z.array(z.string()),
  /** Options of `navigator.credentials.get`, for the method `passkey`. */
  passkey: webAuthnSchema.optional(),
})
export type SecondStep = z.infer<typeof secondStepSchema>

const challenge = z.string().min(1).max(100)
/** Six digits. Spaces are accepted because people type them in between. */
const appCode = z
  .string()
  .max(20)
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'must have 6 digits'))

/** Body of `POST /api/auth/login/second-step`: the challenge and one proof. */
export const takeSecondStepSchema = z
  .strictObject({
    challenge,
    code: appCode.optional(),
    recoveryCode: z.string().min(1).max(40).optional(),
    passkey: webAuthnSchema.optional(),
  })
  .refine(
    ({ code, recoveryCode, passkey }) =>
      [code, recoveryCode, passkey].filter((given) => given !== undefined).length === 1,
    { path: ['code'], message: 'give one of code, recoveryCode and passkey' },
  )
export type TakeSecondStep = z.input<typeof takeSecondStepSchema>

/** Body that starts the set-up of an authenticator app during sign-in. */
export const beginAppSchema = z.strictObject({ challenge })

/** Users must repeat their password and any second step to change their own sign-in methods. */
export const passwordAndSecondStepSchema = z.strictObject({
  currentPassword: z.string().min(1).max(200),
  /** Required if the first attempt was answered with 403. */
  secondStep: takeSecondStepSchema.optional(),
})
export type PasswordAndSecondStep = z.input<typeof passwordAndSecondStepSchema>

/** Secret of a new authenticator app, shown only once. `address` is the content of the QR code. */
export const newAppSchema = z.object({ challenge: z.string(), secret: z.string(), address: z.string() })
export type NewApp = z.infer<typeof newAppSchema>

export const confirmAppSchema = z.strictObject({ challenge, code: appCode })
export type ConfirmApp = z.input<typeof confirmAppSchema>

/** Options of `navigator.credentials.create`. */
export const newPasskeySchema = z.object({ challenge: z.string(), options: webAuthnSchema })
export type NewPasskey = z.infer<typeof newPasskeySchema>

export const confirmPasskeySchema = z.strictObject({
  challenge,
  name: z.string().trim().min(1).max(60),
  passkey: webAuthnSchema,
})
export type ConfirmPasskey = z.infer<typeof confirmPasskeySchema>

/** Shown only once. Absent if the user already had recovery codes. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>

/** `factor`: `app`, or the id of a passkey. */
export const removeFactorSchema = passwordAndSecondStepSchema.extend({
  factor: z.union([z.literal('app'), z.uuid()]),
})
export type RemoveFactor = z.input<typeof removeFactorSchema>

export const ownSecondStepSchema = z.object({
  /** When the authenticator app was set up; null without one. */
  app: z.string().nullable(),
  passkeys: z.array(personSchema.extend({ createdAt: z.string(), lastUsedAt: z.string().nullable() })),
  recoveryCodesLeft: z.int(),
  /** True if the user must keep a second step. */
  required: z.boolean(),
  /** True for single sign-on: the provider manages password and second step. */
  byProvider: z.boolean().optional(),
})
export type OwnSecondStep = z.infer<typeof ownSecondStepSchema>

export const signInSettingsSchema = z.strictObject({
  administratorsNeedSecondStep: z.boolean(),
  /** True if users may switch by PIN on a shared device. */
  pinsAllowed: z.boolean(),
})
export type SignInSettings = z.infer<typeof signInSettingsSchema>

/** Body of `PUT /api/auth/settings`; absent fields stay unchanged. */
export const updateSignInSettingsSchema = signInSettingsSchema.partial()
export type UpdateSignInSettings = z.infer<typeof updateSignInSettingsSchema>
