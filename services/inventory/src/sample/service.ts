import { inventoryEvents, type SampleDataResponse } from '@mms/contracts'
import { type Actor, appendEvents, inTransaction, problem, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createCatalogueStore } from '../catalogue/store.ts'
import { newMedicine } from '../medicines/rules.ts'
import { createLedger } from '../stock/ledger.ts'
import { listSampleMedicines } from './rules.ts'

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
