import { setTimeout as delay } from 'node:timers/promises'
import { type SampleDataLoaded, startOfStoreDay, storeDate } from '@mms/contracts'
import { appendEvents, chunksOf, inTransaction, type Job } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createCountStore } from '../history/count-store.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { SalesOptions } from '../options.ts'
import { completedEvents } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { sampleHistory, yearBefore } from './rules.ts'
import { createSampleStore, type SampleLoad } from './store.ts'

const PAUSE_MS = 20
const LOOK_EVERY_MS = 60_000

function daysBefore(loadedAt: string, timeZone: string) {
  const dates = yearBefore(storeDate(timeZone, new Date(loadedAt)))
  return dates.map((date) => ({ date, begins: startOfStoreDay(date, timeZone) }))
}

type Options = Pick<SalesOptions, 'db' | 'timeZone' | 'lifecycle'>

export function createSampleHistory({ db, timeZone, lifecycle }: Options) {
  const woken = new EventTarget()
  const loads = createSampleStore(db)

  async function writeBatch(load: SampleLoad, days: ReturnType<typeof daysBefore>): Promise<void> {
    const medicine = load.medicines[load.batchesDone]
    const history = medicine ? sampleHistory(medicine, days) : []
    await inTransaction(db, async (trx) => {
      if (!(await createSampleStore(trx).advance(load))) return
      for (const chunk of chunksOf(history)) await createTransactionStore(trx).insert(chunk)
      await appendEvents(trx, completedEvents(history))
      await createCountStore(trx, timeZone).add(history)
    })
  }

  async function writeAll(): Promise<void> {
    while (!lifecycle.stopping) {
      const load = await loads.findUnfinished()
      if (!load) return
      await writeBatch(load, daysBefore(load.id, timeZone))
      await delay(PAUSE_MS)
    }
  }

  return {
    async accept({ medicineIds, loadedAt }: SampleDataLoaded, trx: Knex.Transaction): Promise<void> {
      const medicines = await createMedicineStore(trx).findStates(medicineIds)
      await createSampleStore(trx).insert(loadedAt, medicines)
      void trx.executionPromise.then(
        () => woken.dispatchEvent(new Event('wake')),
        () => {},
      )
    },
    job: { name: 'sample-history', everyMs: LOOK_EVERY_MS, run: writeAll, woken } satisfies Job,
  }
}
