import { availableParallelism } from 'node:os'
import { DAY_MS, emailSchema, MAX_ACCESS_TOKEN_SECONDS, newPasswordSchema } from '@mms/contracts'
import { outsideUrl, serviceSettings } from '@mms/service-kit/config'
import { outboundSettings } from '@mms/service-kit/outbound-settings'
import { z } from 'zod'

const SEALING_KEY_BYTES = 32

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')

const wholeNumber = (least: number, most: number, standard: number) =>
  z.coerce.number().int().min(least).max(most).default(standard)

/** Identity checks tokens with its own keys and calls no other service. */
const {
  JWKS_URL: _keysOfOthers,
  SERVICE_KEY_FILE: _key,
  SERVICE_CALLERS_FILE: _callers,
  ...common
} = serviceSettings

/** Values with commas between. */
const list = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text) => text.split(',').map((each) => each.trim()))

/** The settings of this process, and what follows from them. */
export const settings = z
  .object({
    ...common,
    /** How long an access token lives. */
    ACCESS_TOKEN_SECONDS: wholeNumber(30, MAX_ACCESS_TOKEN_SECONDS, 900),
    /** How long a session lives without being used. */
    REFRESH_IDLE_DAYS: wholeNumber(1, 365, 14),
    /** How long it lives at most. */
    REFRESH_MAX_DAYS: wholeNumber(1, 365, 90),
    /** How long a replaced refresh token leads to the same new one, for tabs that refresh at the same moment. */
    REFRESH_GRACE_SECONDS: wholeNumber(0, 60, 10),
    /** `true` wherever browsers come over https; said better, to all, by a PUBLIC_ORIGIN of `https://…`. */
    COOKIE_SECURE: flag,
    /** Passwords checked at the same time; each takes a core and 19 MiB. */
    HASH_CONCURRENCY: wholeNumber(1, 64, Math.max(1, Math.floor(availableParallelism() / 2))).meta({
      standard: 'half of the cores',
    }),
    /** The private RSA key that signs access tokens, as PEM. */
    SIGNING_KEY: z.string(),
    /** The key that seals secrets of authenticator apps in the database: `openssl rand -base64 32`. */
    SEALING_KEY: z
      .string()
      .transform((text) => Buffer.from(text, 'base64'))
      .refine(({ length }) => length === SEALING_KEY_BYTES, 'must be 32 bytes in base64'),
    /** File of further PEM keys to publish: the last one while its tokens live, the next one before its use. */
    PUBLISHED_KEYS_FILE: z.string().optional(),
    /** The address of an OpenID Connect provider whose people sign in here too, e.g. `https://login.example.org`; without it, none. One that sends no `auth_time` leaves its administrators unable to change users. */
    SSO_ISSUER: outsideUrl.optional(),
    /** This suite's name at the provider; its return address there is PUBLIC_ORIGIN and `/api/auth/single-sign-on/return`. */
    SSO_CLIENT_ID: z.string().min(1).optional(),
    /** Its secret there, where it has one. */
    SSO_CLIENT_SECRET: z.string().min(1).optional(),
    /** What the sign-in page calls the provider. */
    SSO_NAME: z.string().trim().min(1).max(40).default('single sign-on'),
    /** The claim, a text or a list, that says what someone may do here. Without a value of the next two there is no sign-in. */
    SSO_ROLE_CLAIM: z.string().min(1).default('roles'),
    /** Its values for administrators, with commas between. */
    SSO_ADMIN_VALUES: list('admin'),
    /** Its values for staff. */
    SSO_STAFF_VALUES: list('staff'),
    ...outboundSettings,
    /** The administrator made on an empty database. */
    ADMIN_EMAIL: emailSchema.optional(),
    /** His or her first password. */
    ADMIN_PASSWORD: newPasswordSchema.optional(),
  })
  .superRefine((given, context) => {
    for (const name of ['SSO_CLIENT_ID', 'PUBLIC_ORIGIN'] as const) {
      if (given.SSO_ISSUER === undefined || given[name] !== undefined) continue
      context.addIssue({ code: 'custom', path: [name], message: 'is required with SSO_ISSUER' })
    }
  })
  .transform((config) => ({
    ...config,
    session: {
      accessTokenSeconds: config.ACCESS_TOKEN_SECONDS,
      idleMs: config.REFRESH_IDLE_DAYS * DAY_MS,
      maxMs: config.REFRESH_MAX_DAYS * DAY_MS,
      graceMs: config.REFRESH_GRACE_SECONDS * 1_000,
      cookieSecure: config.COOKIE_SECURE || config.PUBLIC_ORIGIN?.startsWith('https:') === true,
    },
  }))
