import type { CreateTransaction } from '@mms/contracts'

/** A user's request under one Idempotency-Key. */
export interface Intent {
  key: string
  body?: CreateTransaction
  reverses?: string
  /** A second reversal, which must be refused. */
  isSecondReversal?: boolean
}

/** Final answer, in which all answers to an intent must agree. */
export interface Answer {
  status: number
  id?: string
  newStockLevel?: number | null
  code?: string
  message?: string
}

export interface Entry {
  intent: Intent
  answers: Answer[]
  /** Id of a transaction acknowledged as cancelled. */
  cancelled?: string
  /** Releases of sales that were called, and both services' at the first call. */
  askedOf: Set<string>
  begunOn: string
}

/** Refusals that store nothing. */
export const notBegun = new Set([
  'sales.already_reversed',
  'sales.not_completed',
  'sales.returned',
  'sales.approval_required',
  'sales.not_today',
])

/** Refusals that may turn into acceptance on a later retry. */
export const ofTheMoment = new Set(['sales.returned', 'sales.approval_required'])

/** All requests and answers of users. */
export interface Journal {
  entries: Entry[]
  counts: {
    requests: number
    failedRequests: number
    duplicates: number
    replays: number
    accepted: number
    askedAgain: number
  }
}

export const createJournal = (): Journal => ({
  entries: [],
  counts: { requests: 0, failedRequests: 0, duplicates: 0, replays: 0, accepted: 0, askedAgain: 0 },
})
