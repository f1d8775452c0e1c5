import {
  type Catalogue,
  type CounterMedicine,
  createMedicineIndex,
  inventoryEvents,
  type Matches,
  type MedicineIndex,
  type MedicineState,
} from '@mms/contracts'
import { type Feed, ProblemError, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createSoldUnits } from './sold.ts'
import { createCounterStore, forCounter } from './store.ts'

/** More changes than this are not told one by one: then the whole is shorter. */
const MOST_EVENTS = 2_000
const EVENTS_AT_ONCE = 1_000

interface Changes {
  states: Map<string, MedicineState>
  lastEventId: string
}

const isMedicine = (type: string) =>
  type === inventoryEvents.medicineChanged || type === inventoryEvents.medicineDeleted

/**
 * The catalogue of a counter, fresh by version. A version is the store's day and a place in the feed: every change up
 * to that place is in what a browser has. A new day begins with the whole, since what sells most has changed too.
 */
export function createCounterService({ db, clock, feed }: { db: Knex; clock: StoreClock; feed: Feed }) {
  const store = createCounterStore(db)
  const soldUnits = createSoldUnits({ db, now: clock.now })

  /** What changed after an event; undefined where that is too much or too long ago to tell. */
  async function changesSince(eventId: string): Promise<Changes | undefined> {
    const states = new Map<string, MedicineState>()
    let lastEventId = eventId
    try {
      for (let read = 0; read < MOST_EVENTS; read += EVENTS_AT_ONCE) {
        const events = await feed.read({ lastEventId, limit: EVENTS_AT_ONCE })
        for (const { type, subject, data } of events) {
          if (isMedicine(type)) states.set(subject, data as MedicineState)
        }
        lastEventId = events.at(-1)?.id ?? lastEventId
        if (events.length < EVENTS_AT_ONCE) return { states, lastEventId }
      }
    } catch (error) {
      // Pruned, of another epoch, or no event of this feed.
      if (!(error instanceof ProblemError && error.status < 500)) throw error
    }
    return undefined
  }

  async function listAll(): Promise<CounterMedicine[]> {
    const sold = await soldUnits.read()
    const medicines = await store.list()
    return medicines.map((medicine) => ({ ...medicine, sold: sold.get(medicine._id) ?? 0 }))
  }

  async function whole(): Promise<Catalogue> {
    // Before the rows: what is changed while they are read is told once more.
    const version = `${clock.today()}/${await feed.head()}`
    return { version, isWhole: true, isTooLarge: false, medicines: await listAll(), deleted: [] }
  }

  const search = createSearch({ listAll, changesSince, feed, soldUnits })

  return {
    /** What changed since a version, or everything. */
    async read(since: string | undefined): Promise<Catalogue> {
      const [day, eventId] = since?.split('/') ?? []
      if (day !== clock.today() || !eventId) return whole()
      const changes = await changesSince(eventId)
      if (!changes) return whole()
      const sold = await soldUnits.read()
      const states = [...changes.states.values()]
      return {
        version: `${day}/${changes.lastEventId}`,
        isWhole: false,
        isTooLarge: false,
        medicines: states
          .filter(({ deleted }) => !deleted)
          .map((state) => ({ ...forCounter(state), sold: sold.get(state._id) ?? 0 })),
        deleted: states.filter(({ deleted }) => deleted).map(({ _id }) => _id),
      }
    },
    find: search.find,
  }
}
export type CounterService = ReturnType<typeof createCounterService>

interface SearchParts {
  listAll: () => Promise<CounterMedicine[]>
  changesSince: (eventId: string) => Promise<Changes | undefined>
  feed: Feed
  soldUnits: ReturnType<typeof createSoldUnits>
}

/** The same search as in the browser, over all medicines, kept in memory and brought up to date by the feed. */
function createSearch({ listAll, changesSince, feed, soldUnits }: SearchParts) {
  let known: { index: MedicineIndex<CounterMedicine>; eventId: string } | null = null

  async function refresh(): Promise<MedicineIndex<CounterMedicine>> {
    const changes = known && (await changesSince(known.eventId))
    if (known && changes) {
      const sold = await soldUnits.read()
      for (const state of changes.states.values()) {
        if (state.deleted) known.index.remove(state._id)
        else known.index.put({ ...forCounter(state), sold: sold.get(state._id) ?? 0 })
      }
      known.eventId = changes.lastEventId
      return known.index
    }
    const eventId = await feed.head()
    known = { index: createMedicineIndex(await listAll()), eventId }
    return known.index
  }

  // One after the other: two that read the feed at once could put an older state over a newer one.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }

  return {
    async find(text: string, limit: number): Promise<Matches> {
      const { items, isSure } = (await inTurn(refresh)).find(text, limit)
      return { medicines: items, isSure }
    },
  }
}
