import { readFileSync } from 'node:fs'
import {
  addDays,
  type CreateMedicine,
  createMedicineSchema,
  inventoryEvents,
  type SampleDataResponse,
} from '@mms/contracts'
import { compositionOfName } from '@mms/medicine-search/composition'
import { type Actor, appendEvents, inTransaction, problem, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createCatalogueStore } from '../catalogue/store.ts'
import { newMedicine } from '../medicines/rules.ts'
import { createLedger } from '../stock/ledger.ts'

const lines = readFileSync(new URL('./sample-medicines.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))

/** Cost price as a share of the sale price; equal to the share in sales' sample history. */
const COST = 0.78

function factors(cell: string): number[] | undefined {
  return cell === '-' ? undefined : cell.split(' ').map(Number)
}

function demandFactors(seasons: number[] = [], climates: number[] = []) {
  const [winter, spring, summer, fall] = seasons
  const [rainy, dry, cold, hot] = climates
  return {
    seasonal: seasons.length > 0,
    seasonalTrend: { winter, spring, summer, fall },
    climateDependent: climates.length > 0,
    climateFactors: { rainy, dry, cold, hot },
  }
}

function sampleMedicine(line: string, today: string): CreateMedicine {
  const [category, name, manufacturer, stock, minimum, price, expiresIn, seasons = '-', climates = '-'] = line
    .split('|')
    .map((cell) => cell.trim())
  return createMedicineSchema.parse({
    name,
    category,
    manufacturer,
    composition: compositionOfName(name ?? ''),
    currentStock: Number(stock),
    minStockLevel: Number(minimum),
    unitPrice: Number(price),
    costPrice: Math.round(Number(price) * 100 * COST) / 100,
    expiryDate: addDays(today, Number(expiresIn)),
    demandFactors: demandFactors(factors(seasons), factors(climates)),
  })
}

/** Expiry dates are relative to the store's date `today`. */
export const listSampleMedicines = (today: string): CreateMedicine[] =>
  lines.map((line) => sampleMedicine(line, today))

export function createSampleService({ db, clock }: { db: Knex; clock: StoreClock }) {
  return {
    async load(actor: Actor): Promise<SampleDataResponse> {
      const at = clock.now().toISOString()
      const medicines = listSampleMedicines(clock.today()).map((input) => newMedicine(v7(), input, at))
      const medicineIds = medicines.map((medicine) => medicine._id)
      await inTransaction(db, async (trx) => {
        const catalogue = createCatalogueStore(trx)
        // Locks the catalogue row, so that a second load waits until the first commits.
        await catalogue.moveRevision()
        if (!(await catalogue.isEmpty())) {
          throw problem.conflict(
            'inventory.not_empty',
            'Sample data can only be loaded while there are no medicines',
          )
        }
        await createLedger(trx).open(medicines, actor)
        const data = { medicineIds, loadedAt: at }
        await appendEvents(trx, [{ type: inventoryEvents.sampleDataLoaded, subject: 'sample-data', data }])
      })
      return {
        success: true,
        count: medicines.length,
        message: `Loaded ${medicines.length} sample medicines`,
      }
    },
  }
}
export type SampleService = ReturnType<typeof createSampleService>
