import { createHash } from 'node:crypto'
import { fingerprintOf, isSameFingerprint } from '@mms/service-kit'

/** What tells a retry from another request under the same key. */
export interface Fingerprints {
  /** As release 0.1 makes it; null where that release would not have taken the request. */
  version1: string | null
  /** Of what the caller sent. */
  current: string
}

/** Those a transaction was stored with; rows of release 0.1 have no `current`. */
export interface StoredFingerprints {
  requestDigest: string | null
  requestFingerprint: string | null
}

/** As release 0.1 did, of the body as its schema made it. Frozen: rows and replicas of that release have it. */
const version1Of = (...parsed: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parsed)).digest('base64url')

const version1Fields = ['medicineId', 'type', 'quantity', 'unitPrice', 'note', 'direction']

interface Version1Body {
  medicineId: string
  note?: string
  direction?: string
  [field: string]: unknown
}

/** A body as the schema of release 0.1 made it, in its order of fields; null for one that it refused. */
function version1Body(received: Version1Body): object | null {
  if (Object.keys(received).some((field) => !version1Fields.includes(field))) return null
  const { medicineId, type, quantity, unitPrice, note = '', direction } = received
  return {
    medicineId: medicineId.toLowerCase(),
    type,
    quantity,
    unitPrice,
    note: note.trim(),
    ...(direction !== undefined && { direction }),
  }
}

/** Of a request to record a transaction. `received` is the body that fitted today's schema. */
export function fingerprintsOfRecording(path: string, received: unknown): Fingerprints {
  const body = version1Body(received as Version1Body)
  return { version1: body && version1Of(path, body), current: fingerprintOf(path, received) }
}

/** Of a request to reverse the transaction `id`. */
export function fingerprintsOfReversal(path: string, id: string): Fingerprints {
  return { version1: version1Of(path, id), current: fingerprintOf(path, id) }
}

/** Whether a stored transaction was asked for by the same request; compared by the version it was stored with. */
export function isSameRequest(stored: StoredFingerprints, made: Fingerprints | null): boolean {
  if (made === null) return false
  if (stored.requestFingerprint === null) return stored.requestDigest === made.version1
  return isSameFingerprint(stored.requestFingerprint, made.current)
}
