import { failpoint, inTransaction, isUniqueViolation } from '@mms/service-kit'
import type { Knex } from 'knex'
import {
  type AlertChange,
  createAlertWriter,
  type FindNames,
  type OnChanged,
  type Tally,
} from '../alerts/writer.ts'
import { failpoints } from '../failpoints.ts'
import type { KnownMedicine } from '../medicines/known.ts'
import type { Category, Conditions } from '../rules/finding.ts'
import { type Judgement, judge, judgeGone } from '../rules/judge.ts'

export interface JudgingOptions {
  now: () => Date
  findNamesIn: (db: Knex) => FindNames
  onChanged: OnChanged
}

/** What holds beside a medicine itself when it is judged. */
export interface Given {
  today: string
  conditions: Conditions | null
  categoryOf: (category: string) => Category
}

/** Somebody else may open the same alert so many times in a row. */
const MOST_TRIES = 5

/** Whether a change of stock has crossed a limit: not where only the figures in the message differ. */
const crossesLimit = ({ before, after }: AlertChange): boolean =>
  before === null || before.severity !== after.severity || before.status !== after.status

const toJudgement = (medicine: KnownMedicine, { today, conditions, categoryOf }: Given): Judgement =>
  medicine.deleted
    ? judgeGone(medicine._id)
    : judge(medicine, { today, conditions, category: categoryOf(medicine.category) })

/** Makes alerts those that hold. */
export function createJudging({ now, findNamesIn, onChanged }: JudgingOptions) {
  const writerOf = (trx: Knex.Transaction) =>
    createAlertWriter(trx, { findNames: findNamesIn(trx), onChanged })

  return {
    /** In the transaction that has just changed the medicines; an alert is renewed only where its severity is another. */
    judgeChanged: (medicines: KnownMedicine[], given: Given, trx: Knex.Transaction): Promise<Tally> =>
      writerOf(trx).judge(
        medicines.map((medicine) => toJudgement(medicine, given)),
        now(),
        crossesLimit,
      ),
    /**
     * In a transaction of its own, in which `read` locks the medicines: whoever tells of a change of them comes before or
     * after. When somebody else has opened one of the alerts first, the unique key says so, and all are looked at anew.
     */
    async judge(
      db: Knex,
      read: (trx: Knex.Transaction) => Promise<KnownMedicine[]>,
      given: Given,
    ): Promise<Tally> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await inTransaction(db, async (trx) => {
            const judgements = (await read(trx)).map((medicine) => toJudgement(medicine, given))
            const tally = await writerOf(trx).judge(judgements, now(), () => true)
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
      inTransaction(db, (trx) => writerOf(trx).judge(medicineIds.map(judgeGone), now(), () => true)),
  }
}
export type Judging = ReturnType<typeof createJudging>
