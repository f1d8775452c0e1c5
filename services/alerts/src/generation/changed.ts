import type { Knex } from 'knex'
import type { InventoryMedicine } from '../medicines/schema.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { isUnexpiredStockLow, othersOf } from '../rules/category.ts'
import type { Conditions } from '../rules/finding.ts'
import type { Judging } from './judging.ts'

export interface ChangedOptions {
  judging: Judging
  today: () => string
  findConditions: (ids: string[], db: Knex) => Promise<Conditions | null>
}

/**
 * Judges changed medicines in the projection's transaction, and short ones of the same salts, whose alerts quote them.
 * Categories wait for the generation.
 */
export function createChangedJudge({ judging, today: findToday, findConditions }: ChangedOptions) {
  return async function judgeChanged(ids: string[], trx: Knex.Transaction): Promise<void> {
    const store = createMedicineStore(trx)
    const today = findToday()
    const changed = await store.find(ids)
    const isShort = (medicine: InventoryMedicine) => !medicine.deleted && isUnexpiredStockLow(medicine, today)
    const others = (await store.lockSameSalts(changed)).filter(({ _id }) => !ids.includes(_id))
    const medicines = [...changed, ...others.filter(isShort)]
    const short = medicines.filter(isShort)
    const similar = await store.listSimilar(short)
    const given = {
      today,
      conditions: await findConditions(
        medicines.map(({ _id }) => _id),
        trx,
      ),
      othersOf: othersOf(similar, today),
    }
    await judging.judgeChanged(medicines, given, trx)
  }
}
