/** What the drivers say of a failed statement; matched by number and code, never by text. */
interface DriverError {
  errno?: number
  code?: string
  name?: string
}

const driverError = (error: unknown): DriverError => (error ?? {}) as DriverError

const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
const uniqueNumbers = new Set([1062, 1586])

/** A row with the same unique key is already there. */
export function isUniqueViolation(error: unknown): boolean {
  const { errno = 0, code = '' } = driverError(error)
  return uniqueNumbers.has(errno) || uniqueCodes.has(code)
}

/** Another transaction held a lock for longer than a statement waits for it. */
export const isLockWait = (error: unknown): boolean => driverError(error).errno === 1205

/**
 * Lost against another transaction: nothing was changed, and the same work may succeed at once. Galera says 1213 as well, at
 * any statement and at the commit, where a transaction of another node was first.
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

/** The node is not, or no longer, part of its cluster: nothing was changed, and another node may do it. */
export const isNodeNotReady = (error: unknown): boolean => driverError(error).errno === 1047

/** Too many connections, shutting down, a commit that its cluster did not confirm, read-only (a failover), connection killed. */
const unavailableNumbers = new Set([1040, 1047, 1053, 1180, 1203, 1290, 1836, 1927, 2006, 2013])

/**
 * The database cannot work right now, through no fault of the request: answer 503.
 * After a lost connection it is unknown whether a commit arrived, so it is never retried here.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { errno = 0, code = '', name = '' } = driverError(error)
  if (isConflict(error) || name === 'KnexTimeoutError') return true
  return unavailableNumbers.has(errno) || unavailableCodes.has(code) || code.startsWith('SQLITE_IOERR')
}
