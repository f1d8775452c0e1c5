import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** Codes of one step before and after are good too: clocks differ, and people type slowly. */
const WINDOW = 1
/** How far a clock may be off for its codes to be recognised while an app is set up: an hour. */
const FAR_WINDOW = 120
const SECRET_BYTES = 20

const totp = (secret: string, label = '') =>
  new TOTP({ issuer: 'Medicine Management System', label, secret: Secret.fromBase32(secret) })

/** A secret in base32, as authenticator apps take it (RFC 6238, SHA-1, six digits, 30 s: what all of them know). */
export const newAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The `otpauth://` address that a QR code carries. */
export const appAddress = (secret: string, email: string): string => totp(secret, email).toString()

/** The time step that a code belongs to, if it is good now. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_SECONDS) + delta
}

/**
 * By how many minutes the clock of the phone is off, where that is why a code is refused; never asked during a sign-in,
 * which it would help a guesser with.
 */
export function minutesOff(secret: string, code: string, now: number): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: FAR_WINDOW })
  return delta === null ? undefined : (delta * PERIOD_SECONDS) / 60
}
