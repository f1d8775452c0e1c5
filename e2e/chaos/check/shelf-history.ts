import { type FeedEvent, inventoryEvents, type PublishedMedicine, type StockBatch } from '@mms/contracts'

/** What was in stock of a medicine just before each of its movements, by medicine and the movement's version. */
export interface ShelfHistory {
  before: (medicineId: string, movementVersion: number) => StockBatch[] | undefined
}

/**
 * Every write of a medicine publishes its batches, with their stock, date and status, in the order of its versions: what was
 * on the shelf when a movement was decided is what the version before it says. Undefined where that is not known: the
 * opening stock is divided behind the back of inventory.
 */
export function shelfHistoryOf(inventory: readonly FeedEvent[]): ShelfHistory {
  const states = inventory
    .filter(({ type }) => type === inventoryEvents.medicineChanged)
    .map(({ data }) => data as PublishedMedicine)
  const byVersion = new Map(states.map((state) => [`${state._id} ${state.version}`, state]))
  const firstOf = new Map<string, PublishedMedicine>()
  for (const state of states) {
    const key = `${state._id} ${state.stockVersion}`
    const other = firstOf.get(key)
    if (!other || state.version < other.version) firstOf.set(key, state)
  }
  return {
    before(medicineId, movementVersion) {
      const after = firstOf.get(`${medicineId} ${movementVersion}`)
      if (!after || after.version <= 2) return undefined
      return byVersion.get(`${medicineId} ${after.version - 1}`)?.batches
    },
  }
}
