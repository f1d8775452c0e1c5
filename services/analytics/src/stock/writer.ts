import { storeDate } from '@mms/contracts'
import { newestOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createDueStore } from '../due/store.ts'
import type { PublishedMedicine } from '../medicines/published.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { createHeadStore, type StockHead } from './head-store.ts'
import { followLedger, type LedgerDay, OPENING, type PublishedMovement } from './ledger.ts'
import { createStockStore } from './stock-store.ts'

type Heads = Map<string, StockHead>

export interface InventoryFacts {
  medicines: PublishedMedicine[]
  days: LedgerDay[]
  heads: Heads
}

const follows = ({ last_day, deleted_day }: StockHead, { day, type }: LedgerDay) =>
  type !== OPENING && deleted_day === null && (last_day === null || day >= last_day)

function markDeleted(deleted: PublishedMedicine[], heads: Heads, timeZone: string): StockHead[] {
  return deleted.flatMap(({ _id, updatedAt }) => {
    const head = heads.get(_id) as StockHead
    if (head.deleted_day !== null) return []
    head.deleted_day = storeDate(timeZone, new Date(updatedAt))
    return [head]
  })
}

const idsOf = (medicines: PublishedMedicine[]) => medicines.map(({ _id }) => _id)

async function addDays(trx: Knex.Transaction, days: LedgerDay[], heads: Heads): Promise<void> {
  const stock = createStockStore(trx)
  await stock.addLedger(days)
  const daysOf = Map.groupBy(
    days.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    ({ medicine_id }) => medicine_id,
  )
  const rewritten: StockHead[] = []
  const changes = [...heads.values()].flatMap((head) => {
    const own = daysOf.get(head.medicine_id) ?? []
    if (own.every((day) => follows(head, day)))
      return own.map(({ day, units_in: added, units_out: removed }) => ({ head, day, added, removed }))
    rewritten.push(head)
    return []
  })
  await stock.append(changes)
  await stock.rewrite(rewritten)
  // Any of their days may have changed.
  await createDueStore(trx).mark(rewritten.map(({ medicine_id }) => medicine_id))
}

export function createStockWriter(trx: Knex.Transaction, timeZone: string) {
  const headStore = createHeadStore(trx)
  const stock = createStockStore(trx)
  return {
    async follow(medicines: PublishedMedicine[], movements: PublishedMovement[]): Promise<void> {
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
    async rebuild({ medicines, days, heads }: InventoryFacts): Promise<void> {
      await stock.addLedger(days)
      await createMedicineStore(trx).save(medicines)
      const deleted = medicines.filter((medicine) => medicine.deleted)
      const all = await headStore.find([...(await stock.listSampled()), ...idsOf(deleted)])
      for (const [id, head] of heads) all.set(id, head)
      markDeleted(deleted, all, timeZone)
      await stock.rewrite([...all.values()])
      await headStore.save([...all.values()])
      await createDueStore(trx).markAll()
    },
  }
}
