import { setTimeout as delay } from 'node:timers/promises'
import type { AlertGeneration } from '@mms/contracts'
import { chunksOf, type Projection } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createAlertStore } from '../alerts/store.ts'
import { type GenerationCounts, noChanges } from '../alerts/writer.ts'
import type { StoredConditions } from '../conditions/service.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { groupSimilarMedicines } from '../rules/category.ts'
import type { Conditions } from '../rules/finding.ts'
import type { Judging } from './judging.ts'

/** All texts about a generation, ready for translation. */

const alerts = (count: number) => `${count.toLocaleString('en-IN')} ${count === 1 ? 'alert' : 'alerts'}`

function generationMessage({ opened, renewed, closed }: GenerationCounts, notes: string[]): string {
  const counts = `${alerts(opened).replace(' ', ' new ')}, ${renewed.toLocaleString('en-IN')} renewed, ${closed.toLocaleString('en-IN')} closed.`
  return [counts, ...notes].join(' ')
}

const instants = (timeZone: string) =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone })

const generationNotes = {
  inventoryUnknown: 'The medicine list has not arrived yet, so nothing was checked.',
  inventoryAway: 'The inventory service cannot be reached. The last known stock was used.',
  conditionsUnknown: 'Season and climate are not known yet, so high demand was not checked.',
  conditionsAsOf: (at: Date, timeZone: string) =>
    `The analytics service cannot be reached. Season and climate are from ${instants(timeZone).format(at)}.`,
}

const LOOK_EVERY_MS = 50

/** Returns a note about outdated stock, or null if the read model catches up within `patienceMs`. */
export function createStockNote(medicines: Pick<Projection, 'lagSeconds'>, patienceMs: number) {
  return async function findStockNote(signal: AbortSignal): Promise<string | null> {
    const until = performance.now() + patienceMs
    while (medicines.lagSeconds() > 0) {
      if (performance.now() >= until) return generationNotes.inventoryAway
      await delay(LOOK_EVERY_MS, undefined, { signal })
    }
    return null
  }
}

interface GenerateOptions {
  db: Knex
  judging: Judging
  today: () => string
  timeZone: string
  refreshConditions: (signal: AbortSignal) => Promise<StoredConditions>
  findStockNote: (signal: AbortSignal) => Promise<string | null>
}

/** Medicines per transaction. Kept small, because users and the feed wait for the same rows. */
const CHUNK = 200

const added = (a: GenerationCounts, b: GenerationCounts): GenerationCounts => ({
  opened: a.opened + b.opened,
  renewed: a.renewed + b.renewed,
  closed: a.closed + b.closed,
})

function conditionsNote(conditions: Conditions | null, since: Date | null, timeZone: string): string | null {
  if (!conditions) return generationNotes.conditionsUnknown
  return since && generationNotes.conditionsAsOf(since, timeZone)
}

/** Judges every medicine. An aborted run keeps its results; the next one starts over. */
export function createGenerate(options: GenerateOptions) {
  const { db, judging, today: findToday, timeZone, refreshConditions, findStockNote } = options
  const medicineStore = createMedicineStore(db)
  const alertStore = createAlertStore(db)

  async function judgeAll(conditions: Conditions | null, signal: AbortSignal): Promise<GenerationCounts> {
    const today = findToday()
    const others = groupSimilarMedicines(await medicineStore.listStocks(), today)
    let tally = noChanges
    for (let after = ''; ; ) {
      signal.throwIfAborted()
      const ids = await medicineStore.listIds(after, CHUNK)
      const lastId = ids.at(-1)
      if (lastId === undefined) return tally
      const read = (trx: Knex.Transaction) => createMedicineStore(trx).findLocked(ids)
      tally = added(tally, await judging.judge(db, read, { today, conditions, othersOf: others }))
      after = lastId
    }
  }

  async function closeDeleted(signal: AbortSignal): Promise<GenerationCounts> {
    const open = await alertStore.listOpenMedicines()
    let tally = noChanges
    for (const ids of chunksOf(open)) {
      signal.throwIfAborted()
      const present = await medicineStore.findNames(ids)
      const gone = ids.filter((id) => !present.has(id))
      if (gone.length > 0) tally = added(tally, await judging.closeDeleted(db, gone))
    }
    return tally
  }

  return async function generate(signal: AbortSignal): Promise<AlertGeneration & { complete: boolean }> {
    const { conditions, since } = await refreshConditions(signal)
    const isBuilt = await medicineStore.isBuilt()
    const stockNote = isBuilt ? await findStockNote(signal) : generationNotes.inventoryUnknown
    const tally = isBuilt ? added(await judgeAll(conditions, signal), await closeDeleted(signal)) : noChanges
    const said = [stockNote, conditionsNote(conditions, since, timeZone)].filter((each) => each !== null)
    const message = generationMessage(tally, said)
    return { success: true, message, ...tally, notes: said, complete: said.length === 0 }
  }
}
export type Generate = ReturnType<typeof createGenerate>
