import { storeDate } from '@mms/contracts'
import { newestOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createDueStore } from '../due/store.ts'
import type { KnownMedicine } from '../medicines/known.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { createHeadStore, type StockHead } from './head-store.ts'
import { followLedger, type KnownMovement, type LedgerDay, OPENING } from './ledger.ts'
import { createStockStore } from './stock-store.ts'

/** What inventory's ledger and list of medicines come to, as a rebuild holds it. */
export interface InventoryFacts {
  medicines: KnownMedicine[]
  days: LedgerDay[]
  heads: StockHead[]
}

type Heads = Map<string, StockHead>

/** Whether a day's changes follow on all that the head tells. */
const follows = ({ lastDay, deletedDay }: StockHead, { day, type }: LedgerDay) =>
  type !== OPENING && deletedDay === null && (lastDay === null || day >= lastDay)

/** Notes when medicines were deleted that were not yet; returns their heads. */
function markDeleted(deleted: KnownMedicine[], heads: Heads, timeZone: string): StockHead[] {
  return deleted.flatMap(({ _id, updatedAt }) => {
    const head = heads.get(_id) as StockHead
    if (head.deletedDay !== null) return []
    head.deletedDay = storeDate(timeZone, new Date(updatedAt))
    return [head]
  })
}

const idsOf = (medicines: KnownMedicine[]) => medicines.map(({ _id }) => _id)

/** Adds new days; where one does not follow on the last day of its medicine, all of its days are written again. */
async function addDays(trx: Knex.Transaction, days: LedgerDay[], heads: Heads): Promise<void> {
  await createStockStore(trx).addLedger(days)
  const daysOf = Map.groupBy(days, ({ medicine_id }) => medicine_id)
  const ownDays = ({ medicineId }: StockHead) => daysOf.get(medicineId) ?? []
  const isAppended = (head: StockHead) => ownDays(head).every((day) => follows(head, day))
  const { true: appended = [], false: rewritten = [] } = Object.groupBy(heads.values(), (head) =>
    isAppended(head) ? 'true' : 'false',
  )
  const changes = appended.flatMap((head) =>
    ownDays(head)
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .map(({ day, units_in: added, units_out: removed }) => ({ head, day, added, removed })),
  )
  const stock = createStockStore(trx)
  await stock.append(changes)
  await stock.rewrite(rewritten)
  // Any of their days may be another.
  await createDueStore(trx).mark(rewritten.map(({ medicineId }) => medicineId))
}

/** Writes what inventory publishes: medicines, and stock by its ledger; in the transaction of the cursor, under the lock. */
export function createStockWriter(trx: Knex.Transaction, timeZone: string) {
  const headStore = createHeadStore(trx)
  const stock = createStockStore(trx)
  return {
    /** Adds what a batch of the feed holds. */
    async follow(medicines: KnownMedicine[], movements: KnownMovement[]): Promise<void> {
      await createMedicineStore(trx).save(medicines)
      const deleted = newestOf(medicines).filter((medicine) => medicine.deleted)
      const moved = movements.map(({ medicineId }) => medicineId)
      const heads = await headStore.find([...moved, ...idsOf(deleted)])
      const days = followLedger(movements, (id) => heads.get(id) as StockHead, timeZone)
      await addDays(trx, days, heads)
      await stock.rewrite(markDeleted(deleted, heads, timeZone))
      await headStore.save([...heads.values()])
      await createDueStore(trx).markLate(days, storeDate(timeZone))
    },
    /** Writes all there is to empty tables. */
    async rebuild({ medicines, days, heads }: InventoryFacts): Promise<void> {
      await stock.addLedger(days)
      await createMedicineStore(trx).save(medicines)
      const deleted = medicines.filter((medicine) => medicine.deleted)
      const sampled = await stock.listSampled()
      const all = await headStore.find([...sampled, ...idsOf(deleted)])
      for (const head of heads) all.set(head.medicineId, head)
      markDeleted(deleted, all, timeZone)
      await stock.rewrite([...all.values()])
      await headStore.save([...all.values()])
      await createDueStore(trx).markAll()
    },
  }
}
