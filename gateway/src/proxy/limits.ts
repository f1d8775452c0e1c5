export interface Limits {
  /** How long a client may take to send its body. */
  bodyMs: number
  /** Bytes of bodies that are held for all clients together. */
  heldBytes: number
  /** How long a service may take to begin its answer, and then between two pieces of it. */
  upstreamMs: number
}
