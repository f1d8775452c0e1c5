import type { Knex } from 'knex'
import type { KnownMedicine } from '../medicines/known.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { categoriesOf, isShort } from '../rules/category.ts'
import type { Conditions } from '../rules/finding.ts'
import type { Judging } from './judging.ts'

export interface ChangedOptions {
  judging: Judging
  today: () => string
  /** What analytics last told, for these medicines. */
  findConditions: (ids: string[], db: Knex) => Promise<Conditions | null>
}

/**
 * Judges medicines of which the feed has just told, and them only, in the transaction that holds what it told. Others of
 * their category, whose alternatives they may be, are judged by the next generation.
 */
export function createChangedJudge({ judging, today: findToday, findConditions }: ChangedOptions) {
  return async function judgeChanged(ids: string[], trx: Knex.Transaction): Promise<void> {
    const store = createMedicineStore(trx)
    const today = findToday()
    const medicines = await store.find(ids)
    // Nobody asks for the similar ones of a medicine that is not short.
    const short = medicines.filter((medicine: KnownMedicine) => !medicine.deleted && isShort(medicine, today))
    const similar = await store.listOfCategories(short.map(({ category }) => category))
    const given = {
      today,
      conditions: await findConditions(ids, trx),
      categoryOf: categoriesOf(similar, today),
    }
    await judging.judgeChanged(medicines, given, trx)
  }
}
