import type { FaultKind } from '../faults/faults.ts'
import type { ViolationKind } from '../violations.ts'

/** Replaces `find`, which must be in the file exactly once. */
export interface Patch {
  file: string
  find: string
  replace: string
}

export interface Bug {
  name: string
  what: string
  patches: Patch[]
  /** The checker catches it as one of these. */
  caughtAs: ViolationKind[]
  /** Faults that bring it to light soon; those of the network when left out. */
  faults?: FaultKind[]
  /** Only seen where yesterday's release runs beside today's. */
  mixed?: boolean
  /** Only seen where replicas write to different nodes of a cluster. */
  cluster?: boolean
  rounds?: number
  workers?: number
  editors?: number
}

export const patch = (file: string, find: string, replace: string): Patch => ({ file, find, replace })
