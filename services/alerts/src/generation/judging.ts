import { inTransaction, isUniqueViolation } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createAlertWriter, type GenerationCounts, type OnChanged } from '../alerts/writer.ts'
import { createMedicineStore, type InventoryMedicine } from '../medicines/store.ts'
import { type FindSimilar, groupSimilarMedicines, isUnexpiredStockLow } from '../rules/category.ts'
import type { Conditions } from '../rules/finding.ts'
import { type Judgement, judgeDeleted, judgeMedicine } from '../rules/judge.ts'

interface JudgingOptions {
  now: () => Date
  onChanged: OnChanged
  /** Days before expiry at which stock goes back to the distributor. */
  returnNoticeDays: number
}

interface JudgingContext {
  today: string
  conditions: Conditions | null
  othersOf: FindSimilar
}

/** Maximum attempts if other replicas open the same alert. */
const MAX_TRIES = 5

export function createJudging({ now, onChanged, returnNoticeDays }: JudgingOptions) {
  const toJudgement = (medicine: InventoryMedicine, { othersOf, ...context }: JudgingContext): Judgement =>
    medicine.deleted
      ? judgeDeleted(medicine._id)
      : judgeMedicine(medicine, { ...context, returnNoticeDays, ...othersOf(medicine) })

  return {
    judgeChanged: (
      medicines: InventoryMedicine[],
      context: JudgingContext,
      trx: Knex.Transaction,
    ): Promise<GenerationCounts> =>
      createAlertWriter(trx, onChanged).judge(
        medicines.map((medicine) => toJudgement(medicine, context)),
        now(),
      ),
    /** `read` must lock the medicines. Retries if another replica opened an alert first. */
    async judge(
      db: Knex,
      read: (trx: Knex.Transaction) => Promise<InventoryMedicine[]>,
      context: JudgingContext,
    ): Promise<GenerationCounts> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await inTransaction(db, async (trx) => {
            const judgements = (await read(trx)).map((medicine) => toJudgement(medicine, context))
            return createAlertWriter(trx, onChanged).judge(judgements, now())
          })
        } catch (error) {
          if (tries === MAX_TRIES || !isUniqueViolation(error)) throw error
        }
      }
    },
    closeDeleted: (db: Knex, medicineIds: string[]): Promise<GenerationCounts> =>
      inTransaction(db, (trx) =>
        createAlertWriter(trx, onChanged).judge(medicineIds.map(judgeDeleted), now()),
      ),
  }
}
export type Judging = ReturnType<typeof createJudging>

interface ChangedOptions {
  judging: Judging
  today: () => string
  findConditions: (ids: string[], db: Knex) => Promise<Conditions | null>
}

/**
 * Judges changed medicines in the projection's transaction. Also judges other short medicines with the same salts,
 * because their alerts mention the changed ones. Category alerts wait for the next generation.
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
    const context = {
      today,
      conditions: await findConditions(
        medicines.map(({ _id }) => _id),
        trx,
      ),
      othersOf: groupSimilarMedicines(similar, today),
    }
    await judging.judgeChanged(medicines, context, trx)
  }
}
