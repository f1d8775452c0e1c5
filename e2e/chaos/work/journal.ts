import type { CreateTransaction } from '@mms/contracts'

/** What a user wants done, under one Idempotency-Key. */
export interface Intent {
  key: string
  /** The transaction to record, or the id of one to undo. */
  body?: CreateTransaction
  reverses?: string
  /** Undoing it a second time, which has to be refused. */
  isSecondReversal?: boolean
}

/** A final answer, as far as every answer to the same intent must agree. */
export interface Answer {
  status: number
  id?: string
  newStockLevel?: number | null
  code?: string
  message?: string
}

export interface Entry {
  intent: Intent
  /** One for each client that asked: two when it was submitted twice. */
  answers: Answer[]
  /** The id of a transaction that was acknowledged as cancelled. */
  cancelled?: string
  /** The releases of sales that were asked, and those of both services at the first time. */
  askedOf: Set<string>
  begunOn: string
}

/** Refusals for which nothing is written down, because nothing was begun. */
export const notBegun = new Set([
  'sales.already_reversed',
  'sales.not_completed',
  'sales.returned',
  'sales.approval_required',
  'sales.not_today',
])

/** They say what is so at that moment: asked again later, the same may be let through. */
export const ofTheMoment = new Set(['sales.returned', 'sales.approval_required'])

/** Everything the users asked for and were told. */
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
