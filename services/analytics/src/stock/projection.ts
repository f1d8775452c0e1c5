import { inventoryEvents } from '@mms/contracts'
import { defineProjection, type Projection, type ProjectionOptions, tally } from '@mms/service-kit'
import { publishedMedicineSchema } from '../medicines/published.ts'
import { emptyHead } from './head-store.ts'
import {
  followLedger,
  ledgerKeys,
  ledgerSums,
  type PublishedMovement,
  publishedMovementSchema,
} from './ledger.ts'
import { lockStock } from './lock-store.ts'
import { createStockWriter, type InventoryFacts } from './writer.ts'

export interface FollowOptions
  extends Pick<ProjectionOptions<never, never>, 'db' | 'log' | 'registry' | 'client' | 'now'> {
  timeZone: string
}

/** `days` are what the movements of a rebuild come to so far. */
interface Facts extends InventoryFacts {
  movements: PublishedMovement[]
}

/** What inventory's feed fills. */
export const stockTables = ['medicines', 'ledger_days', 'stock_heads', 'stock_days', 'stock_totals']

/** Movements that may gather before they are added together: the rest of a rebuild needs no memory for each. */
const GATHERED = 100_000

/** Adds up what was gathered, from the first movement of each medicine on. */
function addGathered(facts: Facts, timeZone: string): void {
  const headOf = (id: string) => {
    const head = facts.heads.get(id) ?? emptyHead(id)
    facts.heads.set(id, head)
    return head
  }
  // A day may reach from one part into the next.
  const days = [...facts.days, ...followLedger(facts.movements, headOf, timeZone)]
  facts.days = tally(days, ledgerKeys, ledgerSums)
  facts.movements = []
}

/** Medicines, and their stock by inventory's ledger. */
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
      facts: Facts = { medicines: [], movements: [], days: [], heads: new Map() },
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
