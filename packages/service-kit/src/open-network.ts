const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** The warning to an operator whose suite is reached over a network in plain text. */
export const OPEN_WARNING =
  'Anybody on the network can read passwords and take over sessions: this listens beyond the machine, and ' +
  'PUBLIC_ORIGIN does not begin with https://. Put a proxy with a certificate in front, and set PUBLIC_ORIGIN to its ' +
  'address and TRUST_PROXY to 1'

/**
 * Whether what browsers send stays private: it does not leave this machine, or comes over https.
 * `HOST` is where a process listens, `PUBLIC_ORIGIN` the address that browsers use.
 */
export function isPrivate(settings: { HOST: string; PUBLIC_ORIGIN?: string | undefined }): boolean {
  return LOOPBACK.test(settings.HOST) || settings.PUBLIC_ORIGIN?.startsWith('https:') === true
}
