import {
  type BillDocument,
  type BillSettings,
  documentNumberText,
  storeDate,
  type VoidNumber,
} from '@mms/contracts'
import {
  findCaughtUp,
  fingerprintOf,
  inTransaction,
  isUniqueViolation,
  problem,
  recordChange,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createCounterStore } from '../counters/store.ts'
import type { SalesOptions } from '../options.ts'
import type { StoreSettingsService } from '../store-settings/service.ts'
import type { Person } from '../transactions/approver.ts'
import { type BillRecord, storeDetailsOf, toPersonReference } from './rules.ts'
import { createBillStore } from './store.ts'

interface Void extends VoidNumber {
  counter: { _id: string; code: string }
  settings: BillSettings
  by: Person
  day: string
}

/** A void bill holds the number of a lost bill for good. */
function voidBill({ counter, year, number, reason, settings, by, day }: Void): BillRecord {
  const [id, now] = [v7(), new Date()]
  const at = now.toISOString()
  const document: BillDocument = {
    _id: id,
    number: documentNumberText({ counter: counter.code, kind: 'bill', year, number }),
    status: 'void',
    title: 'Void',
    counter: { _id: counter._id, code: counter.code },
    day,
    madeAt: at,
    recordedAt: at,
    seller: toPersonReference(by),
    store: storeDetailsOf(settings),
    customer: null,
    doctor: null,
    lines: [],
    rates: [],
    billDiscount: 0,
    total: 0,
    roundOff: 0,
    payable: 0,
    payments: [],
    handedOver: false,
    reason,
  }
  return {
    id,
    counterId: counter._id,
    year,
    number,
    sellerId: by.id,
    status: 'void',
    handedOver: false,
    differs: false,
    fingerprint: fingerprintOf(id),
    command: null,
    document,
    attempts: 0,
    nextAttemptAt: null,
    recordedAt: now,
  }
}

/** Says if the number was voided, because its browser may come back and send the lost bill. */
export async function findNumberTakenProblem(
  db: Knex,
  { counterId, year, number }: Pick<BillRecord, 'counterId' | 'year' | 'number'>,
) {
  const holder = await findCaughtUp(db, () => createBillStore(db).findHolder(counterId, year, number))
  const text =
    holder?.status === 'void' ? `was voided: ${holder.document.reason}` : 'is taken by another bill'
  return problem.conflict('sales.number_taken', `Number ${holder?.document.number ?? number} ${text}`)
}

interface VoidingOptions extends Pick<SalesOptions, 'db' | 'timeZone'> {
  settings: StoreSettingsService
}

export function createVoiding({ db, settings, timeZone }: VoidingOptions) {
  return async (counterId: string, asked: VoidNumber, by: Person): Promise<BillRecord> => {
    const counter = await findCaughtUp(db, () => createCounterStore(db).find(counterId))
    if (!counter) throw problem.notFound('sales.counter_not_found', 'There is no such counter')
    if (counter.closedAt === null)
      throw problem.conflict(
        'sales.counter_open',
        `Close counter ${counter.code} before you void its numbers`,
      )
    const used = await settings.present()
    const made = voidBill({ ...asked, counter, settings: used, by, day: storeDate(timeZone) })
    try {
      await inTransaction(db, async (trx) => {
        await createBillStore(trx).insert([made])
        const { number, reason } = made.document
        await recordChange(trx, { action: 'bill.voided', subject: number, after: { reason } })
      })
    } catch (error) {
      throw isUniqueViolation(error) ? await findNumberTakenProblem(db, made) : error
    }
    return made
  }
}
export type NumberVoiding = ReturnType<typeof createVoiding>
