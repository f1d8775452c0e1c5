import { failpoint, inTransaction, isUniqueViolation } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type AlertChange, createAlertWriter, type OnChanged, type Tally } from '../alerts/writer.ts'
import { failpoints } from '../failpoints.ts'
import type { InventoryMedicine } from '../medicines/schema.ts'
import type { Category, Conditions } from '../rules/finding.ts'
import { type Judgement, judge, judgeGone } from '../rules/judge.ts'

export interface JudgingOptions {
  now: () => Date
  onChanged: OnChanged
}

/** What holds beside a medicine itself when it is judged. */
export interface Given {
  today: string
  conditions: Conditions | null
  categoryOf: (category: string) => Category
}

/** Another replica may open the same alert so many times in a row. */
const MOST_TRIES = 5

/** Whether a change of stock has crossed a limit: not where only the figures in the message differ. */
const crossesLimit = ({ before, after }: AlertChange): boolean =>
  before === null || before.severity !== after.severity || before.status !== after.status

const toJudgement = (medicine: InventoryMedicine, { today, conditions, categoryOf }: Given): Judgement =>
  medicine.deleted
    ? judgeGone(medicine._id)
    : judge(medicine, { today, conditions, category: categoryOf(medicine.category) })

export function createJudging({ now, onChanged }: JudgingOptions) {
  return {
    /** In the transaction that has just changed the medicines; an alert is renewed only where its severity is another. */
    judgeChanged: (medicines: InventoryMedicine[], given: Given, trx: Knex.Transaction): Promise<Tally> =>
      createAlertWriter(trx, onChanged).judge(
        medicines.map((medicine) => toJudgement(medicine, given)),
        now(),
        crossesLimit,
      ),
    /** In a transaction of its own, in which `read` locks the medicines; again when another replica has opened an alert first. */
    async judge(
      db: Knex,
      read: (trx: Knex.Transaction) => Promise<InventoryMedicine[]>,
      given: Given,
    ): Promise<Tally> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await inTransaction(db, async (trx) => {
            const judgements = (await read(trx)).map((medicine) => toJudgement(medicine, given))
            const tally = await createAlertWriter(trx, onChanged).judge(judgements, now(), () => true)
            failpoint(failpoints.chunkWritten)
            return tally
          })
        } catch (error) {
          if (tries === MOST_TRIES || !isUniqueViolation(error)) throw error
        }
      }
    },
    /** Closes what is open of medicines that inventory does not know any more. */
    closeGone: (db: Knex, medicineIds: string[]): Promise<Tally> =>
      inTransaction(db, (trx) =>
        createAlertWriter(trx, onChanged).judge(medicineIds.map(judgeGone), now(), () => true),
      ),
  }
}
export type Judging = ReturnType<typeof createJudging>
