import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

type Json = Record<string, unknown>

/** True if passkeys work at this address: https or localhost, with a host name instead of an IP address. */
export const canUsePasskeys = (): boolean =>
  browserSupportsWebAuthn() && window.isSecureContext && !/^[\d.]+$|:/.test(location.hostname)

function explained(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new Error('This device already has a passkey for this account')
  if (name === 'NotAllowedError') throw new Error('No passkey was used. Please try again')
  throw error
}

/** Lets the browser create a passkey. */
export const createPasskey = async (options: Json): Promise<Json> => ({
  ...(await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  }).catch(explained)),
})

/** Lets the browser sign in with one of these passkeys. */
export const showPasskey = async (options: Json): Promise<Json> => ({
  ...(await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  }).catch(explained)),
})
