import type { EventName, SuiteEvents } from '../events.ts'

/** One of the areas' events, with what it tells. */
export type Announcement = {
  [Name in EventName]: { event: Name; detail: SuiteEvents[Name] }
}[EventName]

/** What somebody recorded and the server must get exactly once. Everything in it is JSON. */
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
  /** Told to the areas once it is recorded, in every tab. */
  announces?: Announcement
  /** For the form that made it, to show it and to edit it again. */
  about?: unknown
}

/**
 * `sending`: the first try is under way. `waiting`: the server could not be asked. `stopped`: it met nothing but errors
 * for so long that somebody has to decide; it may have been recorded all the same. `accepted`: the server has it, but
 * does not know the outcome yet. `stuck`: the server has it and cannot finish it; an administrator has to.
 * `refused`: it never will be recorded; kept until somebody has seen it.
 */
export type OutboxState = 'sending' | 'waiting' | 'stopped' | 'accepted' | 'stuck' | 'refused'

export interface OutboxEntry extends OutboxItem {
  userId: string
  /** Told to others at this browser, who see nothing else of it. */
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
}

/** Whether it is tried again by itself. */
export const isOpen = ({ state }: OutboxEntry): boolean => state !== 'refused' && state !== 'stopped'
