import { type CreateBill, financialYearOf, type ListBillsQuery } from '@mms/contracts'
import {
  createBatcher,
  failpoint,
  findCaughtUp,
  inTransaction,
  isSameFingerprint,
  isUniqueViolation,
  problem,
  recordChanges,
  type Trace,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { failpoints } from '../failpoints.ts'
import { type BillPosition, listBills } from './list-store.ts'
import { authenticate, createPreparation, type PreparationOptions } from './preparation.ts'
import { type BillRecord, type BillRequest, handedOverBill } from './rules.ts'
import { type BillSettlement, billAuditChange } from './settlement.ts'
import { createBillStore } from './store.ts'
import { findNumberTakenProblem } from './voids.ts'

export interface BillResult {
  bill: BillRecord
  replayed: boolean
}

const billNotFoundProblem = () => problem.notFound('sales.bill_not_found', 'Bill not found')

/** Throws 404 if the bill is unknown, also after waiting for what another replica has just booked. */
export const findBill = async (db: Knex, id: string): Promise<BillRecord> =>
  (await findCaughtUp(db, () => createBillStore(db).find(id))) ?? Promise.reject(billNotFoundProblem())

/** Throws 404 if the bill is unknown, 409 if it is not final. */
export async function findReturnable(trx: Knex.Transaction, id: string): Promise<BillRecord> {
  const bill = await createBillStore(trx).find(id)
  if (!bill || bill.document.creditOf) throw billNotFoundProblem()
  if (bill.status !== 'final') throw problem.conflict('sales.bill_not_final', 'This bill is not final')
  return bill
}

const numberOf = ({ counter, day, number }: CreateBill) => ({
  counterId: counter._id,
  year: financialYearOf(day),
  number,
})

export function createBillService(options: PreparationOptions & { settlement: BillSettlement }) {
  const { db, settlement, leaseMs } = options
  const prepare = createPreparation(options)
  const store = createBillStore(db)
  const leaseUntil = () => new Date(Date.now() + leaseMs)

  const insertAll = (bills: BillRecord[]) =>
    inTransaction(db, async (trx) => {
      await createBillStore(trx).insert(bills)
      const entries = bills
        .filter(({ document }) => document.overLimit)
        .map((bill) => billAuditChange('bill.over-limit', bill, { limit: bill.document.overLimit }))
      await recordChanges(trx, entries)
      return bills
    })
  const insert = createBatcher(insertAll, {
    alone: async (bill) => (await insertAll([bill]))[0],
    isDoneAlone: isUniqueViolation,
  })

  /** Returns the stored bill with this id. Throws 422 if the request had another body. */
  async function replay(
    stored: BillRecord,
    { bill, fingerprint }: BillRequest,
    trace: Trace,
  ): Promise<BillResult> {
    if (!isSameFingerprint(stored.fingerprint, fingerprint))
      throw problem.unprocessable('sales.key_reused', 'This id was used for another bill')
    if (!bill.handedOver || stored.status === 'final' || stored.handedOver)
      return { bill: stored, replayed: stored.status !== 'pending' }
    const handedOver = handedOverBill(stored, leaseUntil())
    try {
      if (!(await store.handOver(handedOver))) return { bill: await findBill(db, stored.id), replayed: true }
    } catch (error) {
      throw isUniqueViolation(error) ? await findNumberTakenProblem(db, handedOver) : error
    }
    return { bill: await settlement.finishCommitted(handedOver, trace), replayed: false }
  }

  return {
    find: (id: string) => findBill(db, id),
    list: (query: ListBillsQuery, limit: number, after?: BillPosition) => listBills(db, query, limit, after),
    /** Books a bill exactly once under its id. It stays pending while inventory does not answer. */
    async record(request: BillRequest, trace: Trace): Promise<BillResult> {
      let made: BillRecord
      try {
        made = await prepare(request)
        failpoint(failpoints.billWriting)
        await insert(made)
      } catch (error) {
        // A known bill is not checked again, because settings and limits may have changed.
        const stored = await findCaughtUp(db, () => store.find(request.bill._id))
        if (!stored)
          throw isUniqueViolation(error) ? await findNumberTakenProblem(db, numberOf(request.bill)) : error
        await authenticate(db, request.bill)
        return replay(stored, request, trace)
      }
      return { bill: await settlement.finishCommitted(made, trace), replayed: false }
    },
  }
}
export type BillService = ReturnType<typeof createBillService>
