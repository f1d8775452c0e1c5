import { storeDate } from '@mms/contracts'
import type { Knex } from 'knex'
import { lockFacts } from './calendar-store.ts'
import { createDueStore } from './due-store.ts'
import { createHeadStore, type StockHead } from './head-store.ts'
import type { KnownMedicine, KnownMovement } from './known.ts'
import { followLedger, type LedgerDay, OPENING } from './ledger.ts'
import { createLedgerStore } from './ledger-store.ts'
import { createMedicineStore, newestOf } from './medicine-store.ts'
import { createStockStore } from './stock-store.ts'
import { createTradeStore } from './trade-store.ts'

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

/** Adds new days; what does not follow on the last day of its medicine makes that be told anew. */
async function addDays(trx: Knex.Transaction, days: LedgerDay[], heads: Heads): Promise<void> {
  await createLedgerStore(trx).add(days)
  const daysOf = Map.groupBy(days, ({ medicine_id }) => medicine_id)
  const ownDays = ({ medicineId }: StockHead) => daysOf.get(medicineId) ?? []
  const isAppended = (head: StockHead) => ownDays(head).every((day) => follows(head, day))
  const { true: appended = [], false: anew = [] } = Object.groupBy(heads.values(), (head) =>
    isAppended(head) ? 'true' : 'false',
  )
  const changes = appended.flatMap((head) =>
    ownDays(head)
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .map(({ day, units_in: added, units_out: removed }) => ({ head, day, added, removed })),
  )
  const stock = createStockStore(trx)
  await stock.append(changes)
  await stock.rewrite(anew)
  // Any of their days may be another.
  await createDueStore(trx).mark(anew.map(({ medicineId }) => medicineId))
}

/** Writes what inventory tells: medicines, and stock by its ledger; in the transaction of the reader's cursor. */
export function createInventoryWriter(trx: Knex.Transaction, timeZone: string) {
  const headStore = createHeadStore(trx)
  const stock = createStockStore(trx)
  return {
    /** Adds what a batch of the feed tells. */
    async follow(medicines: KnownMedicine[], movements: KnownMovement[]): Promise<void> {
      await lockFacts(trx)
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
    /** Replaces all that was told. */
    async rebuild({ medicines, days, heads }: InventoryFacts): Promise<void> {
      await lockFacts(trx)
      await headStore.deleteAll()
      await stock.deleteAll()
      await createLedgerStore(trx).replaceAll(days)
      await createMedicineStore(trx).replaceAll(medicines)
      const deleted = medicines.filter((medicine) => medicine.deleted)
      const sampled = await createTradeStore(trx).listSampled()
      const all = await headStore.find([...sampled, ...idsOf(deleted)])
      for (const head of heads) all.set(head.medicineId, head)
      markDeleted(deleted, all, timeZone)
      await stock.rewrite([...all.values()])
      await headStore.save([...all.values()])
      await createDueStore(trx).markAll()
    },
  }
}
