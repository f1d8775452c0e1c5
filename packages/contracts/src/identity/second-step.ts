import { z } from 'zod'

const secondStepMethods = ['app', 'recovery', 'passkey', 'set-up'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]

/** WebAuthn messages (level 3, 5.1), validated by the library. */
const webAuthnSchema = z.record(z.string(), z.unknown())

/**
 * Part of the sign-in's 401 when a second step follows. `challenge` stands for the password, lives for minutes and
 * works once. `set-up` means that an administrator must set up an app first.
 */
export const secondStepSchema = z.object({
  challenge: z.string(),
  methods: z.array(z.string()),
  /** Options of `navigator.credentials.get`, for the method `passkey`. */
  passkey: webAuthnSchema.optional(),
})
export type SecondStep = z.infer<typeof secondStepSchema>

const challenge = z.string().min(1).max(100)
/** Six digits; people type spaces between them. */
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

/** Starts the set-up of an authenticator app during a sign-in. */
export const beginAppSchema = z.strictObject({ challenge })

/** Changing one's own sign-in methods needs the password and any second step again. */
export const provenSchema = z.strictObject({
  currentPassword: z.string().min(1).max(200),
  /** Required if a 403 demanded it. */
  secondStep: takeSecondStepSchema.optional(),
})
export type Proven = z.input<typeof provenSchema>

/** Secret of a new authenticator app, shown once. `address` is the content of the QR code. */
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

/** Shown once; absent if the user had codes already. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>

/** `app`, or the id of a passkey. */
export const removeFactorSchema = provenSchema.extend({ factor: z.union([z.literal('app'), z.uuid()]) })
export type RemoveFactor = z.input<typeof removeFactorSchema>

export const ownSecondStepSchema = z.object({
  /** When the app was set up; null without one. */
  app: z.string().nullable(),
  passkeys: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.string().nullable(),
    }),
  ),
  recoveryCodesLeft: z.int(),
  /** True if the second step cannot be removed. */
  required: z.boolean(),
  /** True for single sign-on sessions, whose provider keeps password and second step. */
  byProvider: z.boolean().optional(),
})
export type OwnSecondStep = z.infer<typeof ownSecondStepSchema>

export const signInSettingsSchema = z.strictObject({
  administratorsNeedSecondStep: z.boolean(),
  /** True if people may switch users by PIN on one device. */
  pinsAllowed: z.boolean(),
})
export type SignInSettings = z.infer<typeof signInSettingsSchema>

/** Body of `PUT /api/auth/settings`; absent fields stay unchanged. */
export const updateSignInSettingsSchema = signInSettingsSchema.partial()
export type UpdateSignInSettings = z.infer<typeof updateSignInSettingsSchema>
