const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** Warning if the suite can be reached over a network without encryption. */
export const OPEN_NETWORK_WARNING =
  'Anyone on the network can read passwords and take over sessions: the server listens beyond this machine, and ' +
  'PUBLIC_ORIGIN does not begin with https://. Put a proxy with a certificate in front, and set PUBLIC_ORIGIN to its ' +
  'address and TRUST_PROXY to 1'

/** True if browsers connect from this machine only, or by https. */
export function isPrivateNetwork(settings: { HOST: string; PUBLIC_ORIGIN?: string | undefined }): boolean {
  return LOOPBACK.test(settings.HOST) || settings.PUBLIC_ORIGIN?.startsWith('https:') === true
}
