/** Driver errors are recognised by number and code, never by text. */
interface DriverError {
  errno?: number
  code?: string
  name?: string
}

const driverError = (error: unknown): DriverError => (error ?? {}) as DriverError

const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
const uniqueNumbers = new Set([1062, 1586])

export function isUniqueViolation(error: unknown): boolean {
  const { errno = 0, code = '' } = driverError(error)
  return uniqueNumbers.has(errno) || uniqueCodes.has(code)
}

export const isLockWait = (error: unknown): boolean => driverError(error).errno === 1205

/**
 * True if the transaction lost a conflict with another: nothing was changed, and a retry may succeed. Galera reports
 * conflicts between nodes as 1213 too, at any statement or at the commit.
 */
export function isConflict(error: unknown): boolean {
  const { errno, code = '' } = driverError(error)
  return (
    errno === 1213 || isLockWait(error) || code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')
  )
}

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
  'SQLITE_READONLY',
])

/** True if the node has left its cluster: nothing was changed, and another node may succeed. */
export const isNodeNotReady = (error: unknown): boolean => driverError(error).errno === 1047

/** Too many connections, shutdown, unconfirmed cluster commit, read-only failover, killed connection. */
const unavailableNumbers = new Set([1040, 1047, 1053, 1180, 1203, 1290, 1836, 1927, 2006, 2013])

/** True if the database is unavailable (503). Do not retry: the commit may have succeeded. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { errno = 0, code = '', name = '' } = driverError(error)
  if (isConflict(error) || name === 'KnexTimeoutError') return true
  return unavailableNumbers.has(errno) || unavailableCodes.has(code) || code.startsWith('SQLITE_IOERR')
}

/** Another process took over, because this one was silent too long or must start again. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'

  constructor(work: string) {
    super(`Another process took over: ${work}`)
  }
}
