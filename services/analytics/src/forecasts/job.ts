import { createHash, randomUUID } from 'node:crypto'
import type { StoreSettings } from '@mms/contracts'
import { inTransaction, type Job, type Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createForecastStore } from './forecast-store.ts'
import type { MadeForecast } from './make.ts'
import type { ForecastOrder } from './make-all.ts'
import { createRunStore, type Due } from './run-store.ts'
import type { RunForecasts } from './worker.ts'

export interface ForecastJobOptions {
  db: Knex
  log: Logger
  findSettings: () => Promise<StoreSettings>
  /** The store's date. */
  today: () => string
  run: RunForecasts
}

const EVERY_MS = 3_000
/** How long a replica that makes forecasts may be silent before another takes over. */
const LEASE_MS = 60_000
/** After a round that somebody's correction caused, this many times its length is rest: it never takes a core for itself. */
const REST_TIMES = 10
const REST_AFTER_FAILURE_MS = 60_000
/** Goes up when forecasts are made in another way, so that a new release makes them anew. */
const METHOD = 1

const leaseEnd = () => new Date(Date.now() + LEASE_MS)

/** What all forecasts depend on beside the facts of each medicine. */
function orderOf(settings: StoreSettings, today: string): { basis: string; order: ForecastOrder } {
  const { city, seasonScheme, seasonOverride, climateOverride, leadTimeDays, reviewPeriodDays } = settings
  const order = {
    ...{ today, coverDays: leadTimeDays + reviewPeriodDays, only: null },
    settings: { city, seasonScheme, seasonOverride, climateOverride },
  }
  const basis = createHash('sha256')
    .update(JSON.stringify([METHOD, order]))
    .digest('hex')
  return { basis, order }
}

/** Another replica took the run over, because this one was silent for too long, or all facts were told anew meanwhile. */
class RunLostError extends Error {
  override name = 'RunLostError'
}

/**
 * Makes what is to be made, as the only replica that does; returns how many medicines that were, or undefined.
 * `mayRefresh`: whether single medicines are made too.
 */
async function work(
  options: ForecastJobOptions,
  mayRefresh: boolean,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { db, findSettings, today, run } = options
  const store = createRunStore(db)
  const { basis, order } = orderOf(await findSettings(), today())
  const isStale = async () => (await store.basis()) !== basis
  if (!(await isStale()) && !(mayRefresh && (await store.isDue()))) return undefined
  const holder = randomUUID()
  if (!(await store.claim(holder, new Date(), leaseEnd()))) return undefined
  try {
    // Before anything is read: what changes from here on is due again.
    const due = await store.listDue()
    const all = await isStale()
    if (!all && due.length === 0) return undefined
    const only = all ? null : due.map(({ id }) => id)
    let count = 0
    const save = async (made: MadeForecast[]) => {
      count += made.length
      await saveHeld(db, holder, made)
    }
    await run({ ...order, only }, save, signal)
    await finish(db, { holder, only, due, basis: all ? basis : null })
    return count
  } finally {
    await store.release(holder)
  }
}

async function renewed(trx: Knex.Transaction, holder: string): Promise<void> {
  const isHeld = await createRunStore(trx).renew(holder, leaseEnd())
  if (!isHeld) throw new RunLostError('The run is no longer this one')
}

const saveHeld = (db: Knex, holder: string, made: MadeForecast[]) =>
  inTransaction(db, async (trx) => {
    await renewed(trx, holder)
    await createForecastStore(trx).save(holder, made)
  })

interface Finished {
  holder: string
  only: string[] | null
  due: Due[]
  /** Null when only some were made. */
  basis: string | null
}

const finish = (db: Knex, { holder, only, due, basis }: Finished) =>
  inTransaction(db, async (trx) => {
    await renewed(trx, holder)
    const store = createRunStore(trx)
    await createForecastStore(trx).deleteOthers(holder, only)
    await store.deleteDue(due)
    await store.countRound(holder)
    if (basis !== null) await store.saveBasis(holder, basis)
  })

/**
 * Makes all forecasts when a day begins, when settings changed that they depend on, and when the facts are told anew;
 * those of single medicines when their past or their form changed. One replica at a time; requests never wait for it.
 */
export function createForecastJob(options: ForecastJobOptions): Job {
  const { log } = options
  const rest = { all: 0, single: 0 }
  const round = async (signal: AbortSignal) => {
    const began = performance.now()
    if (began < rest.all) return
    rest.all = began + REST_AFTER_FAILURE_MS
    const medicines = await work(options, began >= rest.single, signal)
    rest.all = 0
    if (medicines === undefined) return
    const ms = Math.round(performance.now() - began)
    rest.single = performance.now() + ms * REST_TIMES
    log.info({ medicines, ms }, 'forecasts made')
  }
  return {
    name: 'forecasts',
    everyMs: EVERY_MS,
    async run(signal) {
      try {
        await round(signal)
      } catch (error) {
        if (!(error instanceof RunLostError)) throw error
        rest.all = 0
        log.info(error.message)
      }
    },
  }
}
