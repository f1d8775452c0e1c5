import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

type Json = Record<string, unknown>

/** Browsers know passkeys at https and at localhost, by the name of a site and not by a bare address. */
export const canUsePasskeys = (): boolean =>
  browserSupportsWebAuthn() && window.isSecureContext && !/^[\d.]+$|:/.test(location.hostname)

/** In plain words, what the browser or the person did not do. */
function explained(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new Error('This device has a passkey for this account already')
  if (name === 'NotAllowedError') throw new Error('No passkey was used. Please try again')
  throw error
}

/** Asks the browser for a new passkey. */
export const createPasskey = async (options: Json): Promise<Json> => ({
  ...(await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  }).catch(explained)),
})

/** Asks the browser to show one of these passkeys. */
export const showPasskey = async (options: Json): Promise<Json> => ({
  ...(await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  }).catch(explained)),
})
