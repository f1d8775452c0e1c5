/** Read at each request. */
export interface Limits {
  bodyMs: number
  /** Bytes of held bodies of all signed-in people; one person gets at most half of the remainder. */
  heldBytes: number
  /** Longest wait for the start of a response, and then between two chunks. */
  upstreamMs: number
  requests: number
  /** Per person, or per address without a token. */
  requestsEach: number
  waiting: number
  waitMs: number
  /** Average per person; 0 means unlimited. */
  writesPerSecond: number
}

export const FIXED_LIMITS = { waiting: 1_024, waitMs: 1_000 }

/** For all addresses. Ten thousand idle connections would take a few hundred megabytes. */
export const CONNECTIONS = 4_000
