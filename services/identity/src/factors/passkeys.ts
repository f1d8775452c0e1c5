import { isIP } from 'node:net'
import { problem } from '@mms/service-kit'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifyAuthenticationResponseOpts,
  type VerifyRegistrationResponseOpts,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { digestOf } from '../sessions/refresh-token.ts'
import type { StoredUser } from '../users/store.ts'
import type { StoredPasskey } from './store.ts'

/** The browser's site; passkeys are bound to its host name. */
export interface PasskeySite {
  origin: string
  host: string
}

/** The value that an authenticator signs; it is derived from the single-use challenge. */
const signedValue = (challenge: string) => digestOf(challenge)
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

const refused = (cause?: unknown) =>
  problem.badRequest('auth.passkey_refused', 'This passkey could not be checked. Please try again', { cause })

/** Configured origin, else the Origin header, which pages cannot forge. Undefined for IPs, which have no passkeys. */
export function siteOf(publicOrigin: string | undefined, sent: string | undefined): PasskeySite | undefined {
  const origin = publicOrigin ?? sent
  const url = origin === undefined ? null : URL.parse(origin)
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return { origin: url.origin, host: url.hostname }
}

const named = ({ credential: id, transports }: StoredPasskey) => ({ id, transports })

export const creationOptions = (
  site: PasskeySite,
  user: StoredUser,
  existing: StoredPasskey[],
  challenge: string,
) =>
  generateRegistrationOptions({
    rpName: 'Medicine Management System',
    rpID: site.host,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    challenge: bytesOf(signedValue(challenge)),
    excludeCredentials: existing.map(named),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })

export const requestOptions = (site: PasskeySite, passkeys: StoredPasskey[], challenge: string) =>
  generateAuthenticationOptions({
    rpID: site.host,
    challenge: bytesOf(signedValue(challenge)),
    allowCredentials: passkeys.map(named),
    userVerification: 'preferred',
  })

export async function verifyNewPasskey(site: PasskeySite, challenge: string, response: unknown) {
  const verified = await verifyRegistrationResponse({
    response: response as VerifyRegistrationResponseOpts['response'],
    expectedChallenge: signedValue(challenge),
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: false,
  }).catch((error: unknown) => {
    throw refused(error)
  })
  if (!verified.verified) throw refused()
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  // Comes from the browser, so only known forms are kept.
  const shown = transports.filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 6)
  return {
    credential: id,
    credentialHash: digestOf(id),
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: shown,
  }
}

/** Returns the passkey and its new counter. Throws 400 `auth.passkey_refused`. */
export async function verifyPasskey(
  site: PasskeySite,
  passkeys: StoredPasskey[],
  challenge: string,
  response: Record<string, unknown>,
): Promise<{ id: string; counter: number }> {
  const shown = passkeys.find(({ credential }) => credential === response.id)
  if (!shown) throw refused()
  const { credential: id, publicKey, counter, transports } = shown
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as VerifyAuthenticationResponseOpts['response'],
    expectedChallenge: signedValue(challenge),
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: { id, publicKey: bytesOf(publicKey), counter, transports },
    requireUserVerification: false,
  }).catch((error: unknown) => {
    throw refused(error)
  })
  if (!verified) throw refused()
  return { id: shown.id, counter: authenticationInfo.newCounter }
}
