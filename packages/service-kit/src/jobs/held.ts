import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { LeaseLostError } from '../database/errors.ts'

interface HeldLease {
  name: string
  renew: () => Promise<boolean>
  leaseMs: number
  log: Logger
  signal: AbortSignal
}

const BEATS_PER_LEASE = 5

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

/** Runs `work` under the lease; its signal aborts with a `LeaseLostError` on loss, or when the process stops. */
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
