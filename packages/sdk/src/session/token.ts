export interface TokenClaims {
  /** Seconds since 1970. */
  iat?: unknown
  exp?: unknown
  sub?: unknown
  mustChangePassword?: unknown
}

/** Reads the claims of an access token; empty for anything else. */
export function readClaims(token: string): TokenClaims {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

/** Reads the times of an access token in seconds since 1970, or null. */
export function tokenTimes(token: string): { issuedAt: number; expiresAt: number } | null {
  const { iat, exp } = readClaims(token)
  return typeof iat === 'number' && typeof exp === 'number' ? { issuedAt: iat, expiresAt: exp } : null
}

/** True if the user must choose a new password first. */
export const hasToChangePassword = (token: string | null): boolean =>
  token !== null && readClaims(token).mustChangePassword === true
