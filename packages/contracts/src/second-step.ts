import { z } from 'zod'

/** The second step of a sign-in: a code of an authenticator app, a recovery code, or a passkey. */
const secondStepMethods = ['app', 'recovery', 'passkey', 'set-up'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]

/** What a browser and an authenticator say to each other (WebAuthn level 3, 5.1); the library reads it. */
const webAuthnSchema = z.record(z.string(), z.unknown())

/**
 * What a 401 of the sign-in carries when the password was right and a second step follows. `challenge` stands for the first
 * step: it lives for minutes and is good once. With `set-up` an administrator has to set up an authenticator app first.
 */
export const secondStepSchema = z.object({
  challenge: z.string(),
  methods: z.array(z.string()),
  /** Options of `navigator.credentials.get`, with the method `passkey`. */
  passkey: webAuthnSchema.optional(),
})
export type SecondStep = z.infer<typeof secondStepSchema>

const challenge = z.string().min(1).max(100)
/** Six digits; people type a blank between them. */
const appCode = z
  .string()
  .max(20)
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'must have 6 digits'))

/** Body of `POST /api/auth/login/second-step`: the challenge and one of the others. */
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

/** Body of the first call that sets up an authenticator app during a sign-in. */
export const beginAppSchema = z.strictObject({ challenge })

/** Body of what changes one's own ways in: password and second step prove again who asks. */
export const provenSchema = z.strictObject({
  currentPassword: z.string().min(1).max(200),
  /** Of a user who has one: what the 403 of the password alone asked for. */
  secondStep: takeSecondStepSchema.optional(),
})
export type Proven = z.input<typeof provenSchema>

/** A new secret for an authenticator app, shown this once. `address` is what its QR code says. */
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

/** Codes that are shown this once; none where there were some before. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>

/** `app`, or the id of a passkey. */
export const removeFactorSchema = provenSchema.extend({ factor: z.union([z.literal('app'), z.uuid()]) })
export type RemoveFactor = z.input<typeof removeFactorSchema>

/** Answer of `GET /api/auth/second-step`: one's own. */
export const ownSecondStepSchema = z.object({
  /** Since when an authenticator app is set up; null without one. */
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
  /** It cannot be removed altogether. */
  required: z.boolean(),
  /** This session began at the provider of single sign-on, which keeps password and second step. */
  byProvider: z.boolean().optional(),
})
export type OwnSecondStep = z.infer<typeof ownSecondStepSchema>

/** Answer of `GET /api/auth/settings`. */
export const signInSettingsSchema = z.strictObject({
  administratorsNeedSecondStep: z.boolean(),
  /** People at one device change by PIN. */
  pinsAllowed: z.boolean(),
})
export type SignInSettings = z.infer<typeof signInSettingsSchema>

/** Body of `PUT /api/auth/settings`; what is left out stays as it is. */
export const updateSignInSettingsSchema = signInSettingsSchema.partial()
export type UpdateSignInSettings = z.infer<typeof updateSignInSettingsSchema>
