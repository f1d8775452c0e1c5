import { availableParallelism } from 'node:os'
import { DAY_MS, emailSchema, MAX_ACCESS_TOKEN_SECONDS, newPasswordSchema } from '@mms/contracts'
import { outsideUrlSchema, serviceSettings } from '@mms/service-kit/config'
import { outboundSettings } from '@mms/service-kit/outbound-settings'
import { z } from 'zod'

const SEALING_KEY_BYTES = 32

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')

const wholeNumber = (least: number, most: number, standard: number) =>
  z.coerce.number().int().min(least).max(most).default(standard)

/** Identity verifies tokens with its own keys and calls no other service, so it needs none of these settings. */
const {
  JWKS_URL: _keysOfOthers,
  SERVICE_KEY_FILE: _key,
  SERVICE_CALLERS_FILE: _callers,
  ...common
} = serviceSettings

/** Comma-separated values. */
const list = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text) => text.split(',').map((each) => each.trim()))

/** Settings of this process, with derived values. */
export const settings = z
  .object({
    ...common,
    /** Lifetime of an access token, in seconds. */
    ACCESS_TOKEN_SECONDS: wholeNumber(30, MAX_ACCESS_TOKEN_SECONDS, 900),
    /** Days after which an unused session ends. */
    REFRESH_IDLE_DAYS: wholeNumber(1, 365, 14),
    /** Maximum lifetime of a session, in days. */
    REFRESH_MAX_DAYS: wholeNumber(1, 365, 90),
    /** Seconds in which a replaced refresh token still leads to the same new one, for tabs that refresh together. */
    REFRESH_GRACE_SECONDS: wholeNumber(0, 60, 10),
    /** `true` if browsers use https. Better set PUBLIC_ORIGIN to `https://…`, which every process reads. */
    COOKIE_SECURE: flag,
    /** Passwords checked at the same time; each check takes a core and 19 MiB. */
    HASH_CONCURRENCY: wholeNumber(1, 64, Math.max(1, Math.floor(availableParallelism() / 2))).meta({
      standard: 'half of the cores',
    }),
    /** Private RSA key that signs access tokens, as PEM. */
    SIGNING_KEY: z.string(),
    /** Key that encrypts secrets of authenticator apps in the database: `openssl rand -base64 32`. */
    SEALING_KEY: z
      .string()
      .transform((text) => Buffer.from(text, 'base64'))
      .refine(({ length }) => length === SEALING_KEY_BYTES, 'must be 32 bytes in base64'),
    /** File of further PEM keys to publish: the previous one while its tokens are valid, and the next one before its use. */
    PUBLISHED_KEYS_FILE: z.string().optional(),
    /** Address of an OpenID Connect provider, e.g. `https://login.example.org`; without it single sign-on is off. If it sends no `auth_time`, administrators who sign in there cannot change users. */
    SSO_ISSUER: outsideUrlSchema.optional(),
    /** Client id at the provider. The return address is PUBLIC_ORIGIN and `/api/auth/single-sign-on/return`. */
    SSO_CLIENT_ID: z.string().min(1).optional(),
    /** Client secret at the provider, if it issues one. */
    SSO_CLIENT_SECRET: z.string().min(1).optional(),
    /** Name of the provider on the sign-in page. */
    SSO_NAME: z.string().trim().min(1).max(40).default('single sign-on'),
    /** Claim with a person's roles, a text or a list. Signing in needs one of the values in the next two settings. */
    SSO_ROLE_CLAIM: z.string().min(1).default('roles'),
    /** Comma-separated values of that claim for administrators. */
    SSO_ADMIN_VALUES: list('admin'),
    /** Comma-separated values of that claim for staff. */
    SSO_STAFF_VALUES: list('staff'),
    ...outboundSettings,
    /** Email address of the administrator of an empty database. */
    ADMIN_EMAIL: emailSchema.optional(),
    /** First password of that administrator. */
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
