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

interface Facts extends InventoryFacts {
  movements: PublishedMovement[]
}

export const stockTables = ['medicines', 'ledger_days', 'stock_heads', 'stock_days', 'stock_totals']

const GATHERED = 100_000

function addGathered(facts: Facts, timeZone: string): void {
  const headOf = (id: string) => {
    const head = facts.heads.get(id) ?? emptyHead(id)
    facts.heads.set(id, head)
    return head
  }
  const days = [...facts.days, ...followLedger(facts.movements, headOf, timeZone)]
  facts.days = tally(days, ledgerKeys, ledgerSums)
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
