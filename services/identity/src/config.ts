import { availableParallelism } from 'node:os'
import { emailSchema, MAX_ACCESS_TOKEN_SECONDS, newPasswordSchema } from '@mms/contracts'
import { serviceSettings } from '@mms/service-kit/config'
import { z } from 'zod'

const DAY_MS = 86_400_000

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
    /** The private RSA key that signs access tokens, as PEM; either this or its file must be given. */
    SIGNING_KEY: z.string().optional(),
    /** The file that holds it. */
    SIGNING_KEY_FILE: z.string().optional(),
    /** Make the key in SIGNING_KEY_FILE when it is not there: for one machine, not for replicas. */
    SIGNING_KEY_CREATE: flag,
    /** File of further PEM keys to publish: the last one while its tokens live, the next one before its use. */
    PUBLISHED_KEYS_FILE: z.string().optional(),
    /** The administrator made on an empty database. */
    ADMIN_EMAIL: emailSchema.optional(),
    /** His or her first password. */
    ADMIN_PASSWORD: newPasswordSchema.optional(),
  })
  .refine((given) => (given.SIGNING_KEY === undefined) !== (given.SIGNING_KEY_FILE === undefined), {
    path: ['SIGNING_KEY'],
    message: 'set either this or SIGNING_KEY_FILE',
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
