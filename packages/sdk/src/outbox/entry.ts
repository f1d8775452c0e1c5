import type { EventName, SuiteEvents } from '../refetch/events.ts'

export type Announcement = {
  [Name in EventName]: { event: Name; detail: SuiteEvents[Name] }
}[EventName]

/** Something a user recorded that the server must receive exactly once. All of it is JSON. */
export interface OutboxItem {
  key: string
  path: string
  body: object
  title: string
  /** Toast on success; `{field}` is replaced by a field of the answer. */
  successText: string
  /** Used when the server sent no sentence. */
  failureText: string
  /** Emitted in every tab once it is recorded. */
  announces?: Announcement
  about?: unknown
  /** Entries of one lane are sent one at a time, in order. Usually a medicine's id. */
  lane?: string
  /** ISO 8601 by the server's clock; by default the time of submission. */
  madeAt?: string
  /** Key of the entry that this one replaces; it is sent once the other can never be recorded. */
  replaces?: string
}

/**
 * `sending`: the first try is running. `waiting`: the server was unreachable. `stopped`: it met only errors for so long
 * that its owner must decide; it may have been recorded. `accepted`: the server has it, without an outcome yet. `stuck`:
 * only an administrator can finish it. `refused`: it will never be recorded. `recorded`: it was recorded before its
 * withdrawal. The last two stay until the user has seen them.
 */
export type OutboxState = 'sending' | 'waiting' | 'stopped' | 'accepted' | 'stuck' | 'refused' | 'recorded'

export interface Withdrawal {
  path: string
  at: string
  keep: boolean
}

export interface OutboxEntry extends OutboxItem {
  userId: string
  /** The only detail that other users of this browser see. */
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
  /** Set while it is being withdrawn; its state is then `stopped`, and it is never sent again. */
  withdrawal?: Withdrawal
}

export const isWithdrawn = ({ state, withdrawal }: OutboxEntry): boolean =>
  state === 'stopped' && withdrawal !== undefined

export const isReplacement = ({ state, replaces }: OutboxEntry): boolean =>
  state === 'stopped' && replaces !== undefined

const TRIED = new Set<OutboxState>(['sending', 'waiting', 'accepted', 'stuck'])

export const isOpen = (entry: OutboxEntry): boolean => TRIED.has(entry.state) || isWithdrawn(entry)
