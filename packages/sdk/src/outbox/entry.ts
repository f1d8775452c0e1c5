import type { EventName, SuiteEvents } from '../refetch/events.ts'

type Announcement = {
  [Name in EventName]: { event: Name; detail: SuiteEvents[Name] }
}[EventName]

/** Something that a user recorded and that the server must receive exactly once. Must be serialisable as JSON. */
export interface OutboxItem {
  key: string
  path: string
  body: object
  title: string
  /** Toast on success. `{field}` is replaced by that field of the answer. */
  successText: string
  /** Toast on failure, if the server sent no message. */
  failureText: string
  /** Event that every tab emits once the item is recorded. */
  announces?: Announcement
  about?: unknown
  /** Entries of the same lane are sent one at a time, in order. Usually the id of a medicine. */
  lane?: string
  /** ISO 8601, by the server's clock. Default: time of submission. */
  madeAt?: string
  /** Key of the entry that this one replaces. This one is sent only after the other can no longer be recorded. */
  replaces?: string
}

/**
 * `sending`: the first attempt is running. `waiting`: the server was unreachable. `stopped`: all attempts failed for so
 * long that the user must decide; the entry may have been recorded. `accepted`: the server has it, but no outcome yet.
 * `stuck`: only an administrator can finish it. `refused`: it will never be recorded. `recorded`: it was recorded
 * before it could be withdrawn. Entries in the last two states stay until the user has seen them.
 */
export type OutboxState = 'sending' | 'waiting' | 'stopped' | 'accepted' | 'stuck' | 'refused' | 'recorded'

export interface Withdrawal {
  path: string
  at: string
  keep: boolean
}

export interface OutboxEntry extends OutboxItem {
  userId: string
  /** The only detail that other users of this browser can see. */
  userName?: string
  at: string
  state: OutboxState
  attempts: number
  /** Milliseconds since 1970. */
  nextAt: number
  /** Milliseconds since 1970. */
  triedAt?: number
  troubledMs?: number
  location?: string
  problem?: string
  errors?: Record<string, string>
  lease?: { tab: string; until: number }
  /** Set while the entry is being withdrawn. Its state is then `stopped`, and it is never sent again. */
  withdrawal?: Withdrawal
}

export const isWithdrawn = ({ state, withdrawal }: OutboxEntry): boolean =>
  state === 'stopped' && withdrawal !== undefined

export const isReplacement = ({ state, replaces }: OutboxEntry): boolean =>
  state === 'stopped' && replaces !== undefined

const TRIED = new Set<OutboxState>(['sending', 'waiting', 'accepted', 'stuck'])

export const isOpen = (entry: OutboxEntry): boolean => TRIED.has(entry.state) || isWithdrawn(entry)

type OptionalField = 'lease' | 'location' | 'problem' | 'replaces' | 'triedAt' | 'troubledMs' | 'withdrawal'

/** Returns the entry without these fields. */
export function without(entry: OutboxEntry, ...fields: OptionalField[]): OutboxEntry {
  const rest = { ...entry }
  for (const field of fields) delete rest[field]
  return rest
}
