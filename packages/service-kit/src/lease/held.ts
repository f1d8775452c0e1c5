import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { LeaseLostError } from '../lease-lost.ts'

/** Work that one process at a time does, as a row of its database says. */
interface HeldLease {
  /** Named in the log: `reconciliation`. */
  name: string
  /** Proves that the work is still the holder's, by a guarded update, and keeps it so for `leaseMs`. */
  renew: () => Promise<boolean>
  /** How long, in ms, a holder may be silent before another takes over. */
  leaseMs: number
  log: Logger
  /** The process stops. */
  signal: AbortSignal
}

const BEATS_PER_LEASE = 5

/** Renews the lease until `signal` aborts; calls `lost` when it is not ours, or may not be any more. */
async function keep({ name, renew, leaseMs, log }: HeldLease, signal: AbortSignal, lost: () => void) {
  for (let provenAt = performance.now(); ; ) {
    await delay(leaseMs / BEATS_PER_LEASE, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const askedAt = performance.now()
    const renewed = await renew().catch((err: unknown) => {
      log.warn({ err, job: name }, 'lease not renewed')
      return undefined
    })
    if (renewed) provenAt = askedAt
    else if (renewed === false || performance.now() - provenAt > leaseMs) return lost()
  }
}

/**
 * Does `work` while the lease is ours; its signal aborts with a `LeaseLostError` when that ends, or when the process
 * stops.
 */
export async function whileHeld<T>(lease: HeldLease, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController()
  const done = new AbortController()
  const keeping = keep(lease, AbortSignal.any([done.signal, lease.signal]), () =>
    lost.abort(new LeaseLostError(lease.name)),
  )
  try {
    return await work(AbortSignal.any([lease.signal, lost.signal]))
  } finally {
    done.abort()
    await keeping
  }
}
