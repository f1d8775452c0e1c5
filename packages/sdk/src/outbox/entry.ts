import type { EventName, SuiteEvents } from '../events.ts'

/** One of the areas' events, with its detail. */
export type Announcement = {
  [Name in EventName]: { event: Name; detail: SuiteEvents[Name] }
}[EventName]

/** What a user recorded and the server must get exactly once. Everything in it is JSON. */
export interface OutboxItem {
  /** Its Idempotency-Key: made when the form was opened, the same for every try. */
  key: string
  /** Where it is posted, and what. */
  path: string
  body: object
  /** Names it for people: "Sale of 2 × Paracetamol 650 mg". */
  title: string
  /** Toast on success; `{field}` stands for a field of the answer. */
  successText: string
  /** Said of a failure to which the server gave no sentence. */
  failureText: string
  /** Published to the areas once it is recorded, in every tab. */
  announces?: Announcement
  /** For the form that made it, to show it and to edit it again. */
  about?: unknown
  /** What goes out strictly one after the other, in the order in which it was made, has one lane: a medicine's id, say. */
  lane?: string
  /** When it was made, ISO 8601, by the server's clock; by default when it is submitted. */
  madeAt?: string
  /** The key of what this one replaces: it goes out once that is certain never to be recorded. */
  replaces?: string
}

/**
 * `sending`: the first try is under way. `waiting`: the server could not be asked. `stopped`: it met nothing but errors
 * for so long that its owner has to decide; it may have been recorded all the same. `accepted`: the server has it, but
 * does not know the outcome yet. `stuck`: the server has it and cannot finish it; an administrator has to.
 * `refused`: it never will be recorded; `recorded`: it was, before it could be taken back; both are kept until the person
 * has seen it.
 */
export type OutboxState = 'sending' | 'waiting' | 'stopped' | 'accepted' | 'stuck' | 'refused' | 'recorded'

/** That an entry is to be taken back, and what the server is asked for it. */
export interface Withdrawal {
  path: string
  /** When the person decided it, ISO 8601. */
  at: string
  /** It stays here as a refused one, to be made again in another form. */
  keep: boolean
}

export interface OutboxEntry extends OutboxItem {
  userId: string
  /** The one thing of it that other users of this browser see. */
  userName?: string
  /** When it was recorded here, ISO 8601. */
  at: string
  state: OutboxState
  attempts: number
  /** When it is tried next, in milliseconds since 1970. */
  nextAt: number
  /** When it was tried last, in milliseconds since 1970, and for how long it has met nothing but errors. */
  triedAt?: number
  troubledMs?: number
  /** Where the outcome of an accepted one can be had. */
  location?: string
  /** Why it was refused, or why the last try failed. */
  problem?: string
  /** What the refusal says of single fields. */
  errors?: Record<string, string>
  /** Which tab is at it, where the browser has no locks. */
  lease?: { tab: string; until: number }
  /** It is never sent as a record again: it is being taken back. Its state is `stopped`. */
  withdrawal?: Withdrawal
}

/** Whether it is being taken back. */
export const isWithdrawn = ({ state, withdrawal }: OutboxEntry): boolean =>
  state === 'stopped' && withdrawal !== undefined

/** Whether it waits for what it replaces to be taken back. */
export const isReplacement = ({ state, replaces }: OutboxEntry): boolean =>
  state === 'stopped' && replaces !== undefined

const TRIED = new Set<OutboxState>(['sending', 'waiting', 'accepted', 'stuck'])

/** Whether it is tried again by itself. */
export const isOpen = (entry: OutboxEntry): boolean => TRIED.has(entry.state) || isWithdrawn(entry)
