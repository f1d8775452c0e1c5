import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** Time steps accepted before and after the current one, because clocks differ and people type slowly. */
const WINDOW = 1
/** Time steps searched during set-up to detect a wrong clock; an hour in both directions. */
const FAR_WINDOW = 120
const SECRET_BYTES = 20

const totp = (secret: string, label = '') =>
  new TOTP({ issuer: 'Medicine Management System', label, secret: Secret.fromBase32(secret) })

export const newAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

export const appAddress = (secret: string, email: string): string => totp(secret, email).toString()

/** Returns the time step of a valid code, or undefined. */
export function findTimeStep(secret: string, code: string, now: number): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_SECONDS) + delta
}

/** Minutes by which the phone's clock is wrong, if that explains a refused code. At sign-in it would help guessing. */
export function clockOffsetMinutes(secret: string, code: string, now: number): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: FAR_WINDOW })
  return delta === null ? undefined : (delta * PERIOD_SECONDS) / 60
}
