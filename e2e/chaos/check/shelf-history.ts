import { type FeedEvent, inventoryEvents, type PublishedMedicine, type StockBatch } from '@mms/contracts'

/** Stock by batch just before each movement, by medicine and version. */
export interface ShelfHistory {
  before: (medicineId: string, movementVersion: number) => StockBatch[] | undefined
}

/**
 * Each event of a medicine lists its batches, so the version before a movement shows the stock it was
 * decided on. Undefined if unknown, as for the divided opening stock.
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
