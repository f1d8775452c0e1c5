/** What the browser reads in an access token, without verifying it. */
export interface TokenClaims {
  /** Seconds since 1970. */
  iat?: unknown
  exp?: unknown
  /** Id of the user. */
  sub?: unknown
  /** Another user set the password. */
  mustChangePassword?: unknown
}

/** The claims of an access token; none when it is not one. */
export function readClaims(token: string): TokenClaims {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

/** The times (seconds since 1970) in an access token; null when it is not one. */
export function tokenTimes(token: string): { issuedAt: number; expiresAt: number } | null {
  const { iat, exp } = readClaims(token)
  return typeof iat === 'number' && typeof exp === 'number' ? { issuedAt: iat, expiresAt: exp } : null
}

/** Whether the user of this token has to choose a password of their own before anything else is open to them. */
export const hasToChangePassword = (token: string | null): boolean =>
  token !== null && readClaims(token).mustChangePassword === true
