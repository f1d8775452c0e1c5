import { createHash } from 'node:crypto'
import type { StoreSettings } from '@mms/contracts'
import {
  idleRound,
  inTransaction,
  type Job,
  type Lease,
  LeaseLostError,
  type Logger,
  leasedJob,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { createForecastStore } from './forecast-store.ts'
import type { ForecastOrder, MadeForecast } from './make.ts'
import { createRunStore } from './run-store.ts'
import type { RunForecasts } from './worker.ts'

export interface ForecastJobOptions {
  db: Knex
  log: Logger
  findSettings: () => Promise<StoreSettings>
  today: () => string
  isBehind: () => boolean
  run: RunForecasts
}

const EVERY_MS = 3_000
const LEASE_MS = 60_000
/** Pause after forecasts of single medicines, in multiples of their duration, so that corrections never fill a core. */
const REST_TIMES = 10
const REST_AFTER_FAILURE_MS = 60_000
const ALARM_MS = 30 * 60_000
/** Increase when the method changes, so that the next release makes all forecasts again. */
const METHOD = 1

const leaseEnd = () => new Date(Date.now() + LEASE_MS)

function orderOf(settings: StoreSettings, today: string): { basis: string; order: ForecastOrder } {
  const { city, seasonScheme, seasonOverride, climateOverride, leadTimeDays, reviewPeriodDays } = settings
  const order = {
    today,
    coverDays: leadTimeDays + reviewPeriodDays,
    only: null,
    settings: { city, seasonScheme, seasonOverride, climateOverride },
  }
  const basis = createHash('sha256')
    .update(JSON.stringify([METHOD, order]))
    .digest('hex')
  return { basis, order }
}

/**
 * Makes due forecasts under the lease. Also claims the run's row; a rebuild of a projection clears it in its own
 * transaction, which ends this run.
 */
async function makeDue(options: ForecastJobOptions, lease: Lease, signal: AbortSignal): Promise<number> {
  const { db, findSettings, today, run } = options
  const { holder } = lease
  const store = createRunStore(db)
  const { basis, order } = orderOf(await findSettings(), today())
  if (!(await store.claim(holder, new Date(), leaseEnd()))) throw new LeaseLostError('forecasts')
  try {
    // Read before the data, so that later changes stay due.
    const due = await store.listDue()
    const all = (await store.basis()) !== basis
    const only = all ? null : due.map(({ id }) => id)
    if (only?.length === 0) return 0
    let count = 0
    const save = async (made: MadeForecast[]) => {
      await inTransaction(db, async (trx) => {
        await prove(trx, lease)
        await createForecastStore(trx).save(holder, made)
      })
      count += made.length
    }
    await run({ ...order, only }, save, signal)
    await inTransaction(db, async (trx) => {
      await prove(trx, lease)
      await createForecastStore(trx).deleteOthers(holder, only)
      await createRunStore(trx).deleteDue(due)
      await createRunStore(trx).finishRound(holder, basis)
    })
    return count
  } finally {
    await store.release(holder)
  }
}

async function prove(trx: Knex.Transaction, lease: Lease): Promise<void> {
  await lease.prove(trx)
  const isHeld = await createRunStore(trx).renew(lease.holder, leaseEnd())
  if (!isHeld) throw new LeaseLostError('forecasts')
}

/**
 * Makes all forecasts at the start of a day, after changed settings and after a rebuild; single ones after changed
 * data. Only one replica makes them, and requests never wait.
 */
export function createForecastJob(options: ForecastJobOptions): Job {
  const { db, log, findSettings, today, isBehind } = options
  const store = createRunStore(db)
  const notBefore = { all: 0, single: 0 }
  const leased = leasedJob({
    db,
    log,
    name: 'forecasts',
    leaseMs: LEASE_MS,
    retryMs: 0,
    alarmMs: ALARM_MS,
    every: () => 0,
    run: (signal, lease) => makeDue(options, lease, signal),
  })

  async function findDue(): Promise<'all' | 'single' | 'none'> {
    if (isBehind()) return 'none'
    const { basis } = orderOf(await findSettings(), today())
    // A page waits for these, so there is no pause as after corrections.
    if ((await store.basis()) !== basis || (await store.isMuchDue())) return 'all'
    return (await store.isDue()) ? 'single' : 'none'
  }

  return {
    ...leased.job,
    everyMs: EVERY_MS,
    async run(signal) {
      const began = performance.now()
      if (began < notBefore.all) return idleRound()
      notBefore.all = began + REST_AFTER_FAILURE_MS
      const due = await findDue()
      const isTime = due === 'all' || (due === 'single' && began >= notBefore.single)
      const done = isTime ? await leased.runIfDue(signal) : undefined
      notBefore.all = 0
      if (due === 'none') return undefined
      if (!done) return idleRound()
      const ms = Math.round(performance.now() - began)
      notBefore.single = performance.now() + ms * REST_TIMES
      log.info({ medicines: done.result, ms }, 'forecasts made')
    },
  }
}
