import { inventoryEvents, storeDate } from '@mms/contracts'
import { defineProjection, newestOf, type Projection, type ProjectionOptions } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createDueStore } from '../due/store.ts'
import { createMedicineStore, type PublishedMedicine, publishedMedicineSchema } from '../medicines/store.ts'
import { createHeadStore, emptyHead, lockStock, type StockHead } from './head-store.ts'
import {
  type AppliedDays,
  followLedger,
  type LedgerDay,
  OPENING,
  type PublishedMovement,
  publishedMovementSchema,
} from './ledger.ts'
import { createStockStore } from './stock-store.ts'

type Heads = Map<string, StockHead>

interface InventoryFacts {
  medicines: PublishedMedicine[]
  days: LedgerDay[]
  heads: Heads
  appliedDays: AppliedDays
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

async function addDays(
  trx: Knex.Transaction,
  days: LedgerDay[],
  { heads, converted }: { heads: Heads; converted: StockHead[] },
): Promise<void> {
  const stock = createStockStore(trx)
  await stock.multiplyLedger(converted)
  await stock.addLedger(days)
  const daysOf = Map.groupBy(
    days.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    ({ medicine_id }) => medicine_id,
  )
  const rewritten: StockHead[] = []
  const changes = [...heads.values()].flatMap((head) => {
    const own = daysOf.get(head.medicine_id) ?? []
    if (!converted.includes(head) && own.every((day) => follows(head, day)))
      return own.map(({ day, units_in: added, units_out: removed }) => ({ head, day, added, removed }))
    rewritten.push(head)
    return []
  })
  await stock.append(changes)
  await stock.rewrite(rewritten)
  // Any day of these medicines may have changed.
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
      const unconverted = [...heads.values()].filter(({ units_times }) => units_times === null)
      const appliedDays = await stock.findAppliedDays(movements.flatMap(({ reverses }) => reverses ?? []))
      const days = followLedger(movements, (id) => heads.get(id) as StockHead, timeZone, { appliedDays })
      await stock.addAppliedDays(appliedDays)
      const converted = unconverted.filter(({ units_times }) => units_times !== null)
      await addDays(trx, days, { heads, converted })
      await stock.rewrite(markDeleted(deleted, heads, timeZone))
      await headStore.save([...heads.values()])
      await createDueStore(trx).markLate(days, storeDate(timeZone))
    },
    async rebuild({ medicines, days, heads, appliedDays }: InventoryFacts): Promise<void> {
      await stock.addLedger(days)
      await stock.addAppliedDays(appliedDays)
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

export interface FollowOptions
  extends Pick<ProjectionOptions<never, never>, 'db' | 'log' | 'registry' | 'client' | 'now'> {
  timeZone: string
}

interface Facts extends InventoryFacts {
  movements: PublishedMovement[]
}

const ledgerTables = ['ledger_days', 'applied_days']
export const stockTables = ['medicines', ...ledgerTables, 'stock_heads', 'stock_days', 'stock_totals']

const GATHERED = 100_000

function addGathered(facts: Facts, timeZone: string): void {
  const headOf = (id: string) => {
    const head = facts.heads.get(id) ?? emptyHead(id)
    facts.heads.set(id, head)
    return head
  }
  const { days: earlier, appliedDays } = facts
  facts.days = followLedger(facts.movements, headOf, timeZone, { earlier, appliedDays })
  facts.movements = []
}

export function projectStock(options: FollowOptions): Projection {
  const { timeZone } = options
  return defineProjection({
    ...options,
    name: 'inventory',
    tables: stockTables,
    sources: {
      medicines: {
        kind: 'state',
        types: [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted],
        schema: publishedMedicineSchema,
        snapshot: { path: '/internal/medicines', rows: 'medicines' },
      },
      movements: {
        kind: 'fact',
        types: [inventoryEvents.movementRecorded],
        schema: publishedMovementSchema,
        snapshot: { path: '/internal/movements', rows: 'movements' },
      },
    },
    lock: lockStock,
    fold(
      { medicines, movements },
      facts: Facts = { medicines: [], movements: [], days: [], heads: new Map(), appliedDays: new Map() },
    ) {
      for (const medicine of medicines) facts.medicines.push(medicine)
      for (const movement of movements) facts.movements.push(movement)
      if (facts.movements.length >= GATHERED) addGathered(facts, timeZone)
      return facts
    },
    async apply(facts, trx, { isRebuild }) {
      const writer = createStockWriter(trx, timeZone)
      if (!isRebuild) return writer.follow(facts.medicines, facts.movements)
      addGathered(facts, timeZone)
      await writer.rebuild(facts)
    },
  })
}
