import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FeedEvent, inventoryEvents, type PublishedMedicine, storeDate } from '@mms/contracts'
import { createMedicineIndex, type MedicineIndex } from '@mms/medicine-search'
import { createSharedReads, type Feed, ProblemError, parseEventId, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createSearchStore, type IndexedMedicine, toMedicineWithoutSales } from './search-store.ts'
import { createSoldUnits, type SoldUnits, type UsualQuantities } from './sold-units.ts'

const EVENTS = 1_000
const MOST_READS = 20
const CHUNK = 1_000
/** The day changes this much late: by then every replica has committed the transactions of the day before. */
const SETTLED_MS = 60_000

/** All medicines in memory, as they were at a position of the feed. */
export interface MedicineCopy {
  index: MedicineIndex<IndexedMedicine>
  day: string
  sold: SoldUnits
  usualOf: (id: string) => UsualQuantities
  eventId: string
  loadedAt: number
  /** Ids changed or deleted after loading, with the feed position of the last change, oldest first. */
  changed: Map<string, number>
}

const isMedicine = ({ type }: FeedEvent) =>
  type === inventoryEvents.medicineChanged || type === inventoryEvents.medicineDeleted

const withSums = <Medicine extends { _id: string }>(
  medicine: Medicine,
  { sold, usualOf }: Pick<MedicineCopy, 'sold' | 'usualOf'>,
) => ({ ...medicine, sold: sold.get(medicine._id) ?? 0, ...usualOf(medicine._id) })

const isSameTrade = (a: IndexedMedicine, b: IndexedMedicine) =>
  a.sold === b.sold && a.usualSale === b.usualSale && a.usualPurchase === b.usualPurchase

function apply(copy: MedicineCopy, events: FeedEvent[]): void {
  for (const event of events) {
    copy.eventId = event.id
    if (!isMedicine(event)) continue
    const state = event.data as PublishedMedicine
    if (state.deleted) copy.index.remove(state._id)
    else copy.index.put(withSums(toMedicineWithoutSales(state), copy))
    copy.changed.delete(state._id)
    copy.changed.set(state._id, parseEventId(event.id).position)
  }
}

export function createMedicineCopy({ db, feed, clock }: { db: Knex; feed: Feed; clock: StoreClock }) {
  const store = createSearchStore(db)
  const soldUnits = createSoldUnits({ db, timeZone: clock.timeZone })
  const share = createSharedReads()
  let current: MedicineCopy | null = null

  const soldDay = () => storeDate(clock.timeZone, new Date(clock.now().getTime() - SETTLED_MS))

  const sumsBefore = async (day: string) => ({
    sold: await soldUnits.before(day),
    usualOf: await soldUnits.usualBefore(day),
  })

  async function load(): Promise<MedicineCopy> {
    const day = soldDay()
    const sums = await sumsBefore(day)
    // Read before the rows, so that changes made during the load are applied again.
    const eventId = await feed.head()
    const index = createMedicineIndex<IndexedMedicine>([])
    for await (const rows of store.list()) {
      for (const row of rows) index.put(withSums(row, sums))
      await nextTurn()
    }
    return { index, day, ...sums, eventId, loadedAt: parseEventId(eventId).position, changed: new Map() }
  }

  /** False if the feed cannot close the gap: too many events, events already pruned, or another epoch. */
  async function catchUp(copy: MedicineCopy): Promise<boolean> {
    try {
      for (let reads = 0; reads < MOST_READS; reads += 1) {
        const events = await feed.read({ lastEventId: copy.eventId, limit: EVENTS })
        apply(copy, events)
        if (events.length < EVENTS) return true
      }
    } catch (error) {
      if (!(error instanceof ProblemError && error.status < 500)) throw error
    }
    return false
  }

  async function followDay(copy: MedicineCopy): Promise<void> {
    const day = soldDay()
    if (copy.day === day) return
    Object.assign(copy, await sumsBefore(day), { day })
    let moved = 0
    for (const medicine of copy.index.items()) {
      const present = copy.index.get(medicine._id)
      const next = present && withSums(present, copy)
      if (!next || isSameTrade(present, next)) continue
      copy.index.put(next)
      moved += 1
      if (moved % CHUNK === 0) await nextTurn()
    }
  }

  async function refresh(): Promise<MedicineCopy> {
    let copy = current
    if (!copy || !(await catchUp(copy))) copy = current = await load()
    await followDay(copy)
    return copy
  }

  return {
    /** The copy is updated in place, so use it before the next await. */
    read: (): Promise<MedicineCopy> => share('copy', refresh),
    soldBefore: soldUnits.before,
  }
}
export type MedicineCopyReader = ReturnType<typeof createMedicineCopy>
