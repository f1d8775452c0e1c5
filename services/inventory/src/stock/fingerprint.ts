import { fingerprintOf, isSameFingerprint } from '@mms/service-kit'

/** What tells a command that comes again from another one under the same id. */
export interface Fingerprints {
  /** The text that release 0.1 stores and compares; null for a command that it would not have taken. */
  version1: string | null
  /** Of what the caller sent. */
  current: string
}

/** Those a command was stored with; null for one that was cancelled before it came. */
export interface StoredFingerprints {
  request: string | null
  /** Null in rows of release 0.1 too. */
  fingerprint: string | null
}

interface Version1Command {
  medicineId: string
  direction?: string
  reverses?: string
  actorId?: string
  [field: string]: unknown
}

/**
 * A command as the schema of release 0.1 made it, in its order of fields. Frozen: rows and replicas of that
 * release have it.
 */
function version1Of(received: Version1Command): string | null {
  const { medicineId, type, quantity, direction = 'increase', reverses, actorId, ...others } = received
  if (Object.keys(others).length > 0) return null
  return JSON.stringify({
    medicineId: medicineId.toLowerCase(),
    type,
    quantity,
    direction,
    ...(reverses !== undefined && { reverses: reverses.toLowerCase() }),
    ...(actorId !== undefined && { actorId }),
  })
}

/** Of a command as it came; it fitted today's schema. */
export function fingerprintsOf(received: unknown): Fingerprints {
  return { version1: version1Of(received as Version1Command), current: fingerprintOf(received) }
}

/** Whether a stored command is the one that came; compared by the version it was stored with. */
export function isSameCommand(stored: StoredFingerprints, made: Fingerprints): boolean {
  if (stored.fingerprint !== null) return isSameFingerprint(stored.fingerprint, made.current)
  return stored.request === null || stored.request === made.version1
}
