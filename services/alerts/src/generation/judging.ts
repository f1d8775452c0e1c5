import { failpoint, inTransaction, isUniqueViolation } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createAlertWriter, type OnChanged, type Tally } from '../alerts/writer.ts'
import { failpoints } from '../failpoints.ts'
import type { InventoryMedicine } from '../medicines/schema.ts'
import type { OthersOf } from '../rules/category.ts'
import type { Conditions } from '../rules/finding.ts'
import { type Judgement, judge, judgeGone } from '../rules/judge.ts'

export interface JudgingOptions {
  now: () => Date
  onChanged: OnChanged
  /** Days before expiry at which stock goes back to the distributor. */
  returnNoticeDays: number
}

export interface Given {
  today: string
  conditions: Conditions | null
  othersOf: OthersOf
}

/** Retries after another replica opened the same alert. */
const MOST_TRIES = 5

export function createJudging({ now, onChanged, returnNoticeDays }: JudgingOptions) {
  const toJudgement = (medicine: InventoryMedicine, { othersOf, ...given }: Given): Judgement =>
    medicine.deleted
      ? judgeGone(medicine._id)
      : judge(medicine, { ...given, returnNoticeDays, ...othersOf(medicine) })

  return {
    judgeChanged: (medicines: InventoryMedicine[], given: Given, trx: Knex.Transaction): Promise<Tally> =>
      createAlertWriter(trx, onChanged).judge(
        medicines.map((medicine) => toJudgement(medicine, given)),
        now(),
      ),
    /** `read` locks the medicines. Retries if another replica opened an alert first. */
    async judge(
      db: Knex,
      read: (trx: Knex.Transaction) => Promise<InventoryMedicine[]>,
      given: Given,
    ): Promise<Tally> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await inTransaction(db, async (trx) => {
            const judgements = (await read(trx)).map((medicine) => toJudgement(medicine, given))
            const tally = await createAlertWriter(trx, onChanged).judge(judgements, now())
            failpoint(failpoints.chunkWritten)
            return tally
          })
        } catch (error) {
          if (tries === MOST_TRIES || !isUniqueViolation(error)) throw error
        }
      }
    },
    closeGone: (db: Knex, medicineIds: string[]): Promise<Tally> =>
      inTransaction(db, (trx) => createAlertWriter(trx, onChanged).judge(medicineIds.map(judgeGone), now())),
  }
}
export type Judging = ReturnType<typeof createJudging>
