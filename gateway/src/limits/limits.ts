/** What the gateway lets one client have, and all together. Read at each request. */
export interface Limits {
  /** How long a client may take to send its body. */
  bodyMs: number
  /** Bytes of bodies that have arrived and are held for all who are signed in; one of them has at most half of the rest. */
  heldBytes: number
  /** How long a service may take to begin its answer, and then between two pieces of it. */
  upstreamMs: number
  /** Requests that a service works on, or whose answers are being read, at a time. */
  requests: number
  /** The same of one person, or of one address without a token. */
  requestsEach: number
  /** Requests that wait for their turn at a service. */
  waiting: number
  /** How long they wait before they are refused. */
  waitMs: number
  /** Changes a second of one person, on average; 0 for any number. */
  writesPerSecond: number
}

/** Those that operators do not set. */
export const FIXED_LIMITS = { waiting: 1_024, waitMs: 1_000 }

/** Connections from browsers, for all addresses. Ten thousand idle ones would cost a few hundred megabytes. */
export const CONNECTIONS = 4_000
