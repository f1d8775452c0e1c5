/** The times (seconds since 1970) in an access token, read without verifying it; null when it is not one. */
export function tokenTimes(token: string): { issuedAt: number; expiresAt: number } | null {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const { iat, exp } = JSON.parse(atob(payload)) as { iat?: unknown; exp?: unknown }
    return typeof iat === 'number' && typeof exp === 'number' ? { issuedAt: iat, expiresAt: exp } : null
  } catch {
    return null
  }
}
