import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Another process took the work over, because this one was silent for too long. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

/** Work that one process at a time does, as a row of its database says. */
export interface HeldLease {
  /** Named in the log: `reconciliation`. */
  work: string
  /** Proves that the work is still the holder's, by a guarded update, and keeps it so until an instant. */
  renew: (until: Date) => Promise<boolean>
  /** How long, in ms, a holder may be silent before another takes over. */
  leaseMs: number
  log: Logger
  /** The process stops. */
  signal: AbortSignal
}

const BEATS_PER_LEASE = 5

/** When a lease that begins now ends. */
export const leaseEnd = (leaseMs: number): Date => new Date(Date.now() + leaseMs)

/** Renews the lease until `signal` aborts; calls `lost` when it is not ours, or may not be any more. */
async function keep({ work, renew, leaseMs, log }: HeldLease, signal: AbortSignal, lost: () => void) {
  for (let provenAt = performance.now(); ; ) {
    await delay(leaseMs / BEATS_PER_LEASE, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const askedAt = performance.now()
    const renewed = await renew(leaseEnd(leaseMs)).catch((err: unknown) => {
      log.warn({ err, work }, 'lease not renewed')
      return undefined
    })
    if (renewed) provenAt = askedAt
    else if (renewed === false || performance.now() - provenAt > leaseMs) return lost()
  }
}

/**
 * Does `work` while the lease is ours; its signal aborts with a `LeaseLostError` when that ends, or when the process
 * stops.
 *
 * @example await whileHeld({ work: 'reconciliation', renew, leaseMs, log, signal }, (ours) => compare(ours))
 */
export async function whileHeld<T>(lease: HeldLease, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController()
  const done = new AbortController()
  const keeping = keep(lease, AbortSignal.any([done.signal, lease.signal]), () =>
    lost.abort(new LeaseLostError(`Another process took the ${lease.work} over`)),
  )
  try {
    return await work(AbortSignal.any([lease.signal, lost.signal]))
  } finally {
    done.abort()
    await keeping
  }
}
