import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@mms/service-kit'
import type { RunStore } from './run-store.ts'

/** Another process took the run over, because this one was silent for too long. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

export interface HeldRun {
  store: RunStore
  holder: string
  leaseMs: number
  log: Logger
  /** The process stops. */
  signal: AbortSignal
}

const BEATS_PER_LEASE = 5

export const leaseEnd = (leaseMs: number) => new Date(Date.now() + leaseMs)

/** Renews the lease until `signal` aborts; calls `lost` when it is not ours, or may not be any more. */
async function keep({ store, holder, leaseMs, log }: HeldRun, signal: AbortSignal, lost: () => void) {
  for (let provenAt = performance.now(); ; ) {
    await delay(leaseMs / BEATS_PER_LEASE, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const askedAt = performance.now()
    const renewed = await store.renew(holder, leaseEnd(leaseMs)).catch((err: unknown) => {
      log.warn({ err }, 'lease of the reconciliation not renewed')
      return undefined
    })
    if (renewed) provenAt = askedAt
    else if (renewed === false || performance.now() - provenAt > leaseMs) return lost()
  }
}

/** Does `work` while the run is ours; its signal aborts when that ends or the process stops. */
export async function whileHeld<T>(run: HeldRun, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController()
  const done = new AbortController()
  const keeping = keep(run, AbortSignal.any([done.signal, run.signal]), () =>
    lost.abort(new LeaseLostError('Another process took the reconciliation over')),
  )
  try {
    return await work(AbortSignal.any([run.signal, lost.signal]))
  } finally {
    done.abort()
    await keeping
  }
}
