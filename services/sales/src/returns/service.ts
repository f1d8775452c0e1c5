import {
  addDays,
  approvalPurposeOf,
  approvalSubject,
  RETURN_DAYS,
  startOfStoreDay,
  storeDate,
  unitsAboveSold,
} from '@mms/contracts'
import { catchUp, inTransaction, isUniqueViolation, problem, type ReadApproval } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createMedicineStore } from '../medicines/store.ts'
import type { SalesOptions } from '../options.ts'
import { approvalRequiredProblem, approverOf, type Person } from '../transactions/approver.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { countReturnable, distributeReturn, pricePaid, unitsOf, unreturnedUnits } from './refunds.ts'
import { findReturnRefusal, findWriteOffRefusal, withEarlyWriteOff } from './staff-limits.ts'
import { createReturnStore, isAboveSold, type ReturnStore } from './store.ts'

interface ReturnRequest {
  key: string | null
  callerId: string
  isAdmin: boolean
  isProven: boolean
  approval: string | undefined
}

const alreadyReturned = (message: string) => problem.conflict('sales.returned', message)

const NOT_FOR_THIS =
  'The approval is not for this transaction, or is too old. An administrator must approve it again'

const MEDICINE_GONE = 'Medicine not found'

/**
 * Counts a return or write-off in current units, as the limits do. Packs counted before a conversion are multiplied.
 * Throws 409 `inventory.pack_changed` if there was no conversion, 409 `inventory.medicine_not_found` if the medicine
 * was deleted: inventory would book it like a part of a credit note.
 */
async function countedNow(trx: Knex, record: TransactionRecord): Promise<TransactionRecord> {
  const [medicine] = await createMedicineStore(trx).findPriced([record.medicineId])
  if (medicine?.deleted) {
    const errors = { medicineId: MEDICINE_GONE }
    throw problem.conflict('inventory.medicine_not_found', MEDICINE_GONE, { errors })
  }
  if (record.packSize !== 1 || (medicine?.packSize ?? 1) === 1) return record
  if (!medicine?.conversion)
    throw problem.conflict(
      'inventory.pack_changed',
      'This medicine is not counted in packs. Please enter it again',
    )
  const { times } = medicine.conversion
  const unitPricePaise = Math.floor(record.unitPricePaise / times)
  return { ...record, quantity: record.quantity * times, unitPricePaise }
}

/** Replaces the browser's warning, which may rest on outdated figures. */
function withFinding({ confirmed, ...record }: TransactionRecord, units: number): TransactionRecord {
  const others = confirmed.filter((question) => !isAboveSold(question))
  if (unitsAboveSold(record.quantity, units) === 0) return { ...record, confirmed: others }
  const finding = { code: 'return_above_sold' as const, value: record.quantity, compared: units }
  const isApproved = record.approvedBy !== null && record.approvedBy.id !== record.createdBy
  const isAsked = confirmed.some(isAboveSold) || isApproved
  return { ...record, confirmed: [{ ...finding, ...(!isAsked && { unasked: true as const }) }, ...others] }
}

async function findApprover(
  record: TransactionRecord,
  request: ReturnRequest,
  readApproval: ReadApproval,
): Promise<Person | null> {
  const { key, callerId, approval } = request
  const read = approval === undefined || key === null ? undefined : await readApproval(approval)
  const { type, medicineId, quantity, unitPricePaise, createdByName } = record
  const subject = approvalSubject(key ?? '', { medicineId, quantity, unitPrice: unitPricePaise / 100 })
  const sender = { id: callerId, name: createdByName ?? '' }
  return approverOf({ ...request, sender }, read, { purpose: approvalPurposeOf(type), subject })
}

/** Assigns returns without a known batch to the batches that sold the medicine. */
async function withShares(
  record: TransactionRecord,
  store: ReturnStore,
  since: Date,
): Promise<TransactionRecord> {
  if (record.batch && !record.batch.scanned) return record
  const batched = await store.listBatched(record.medicineId, since)
  const shares = distributeReturn(batched, record.quantity)
  return shares.length > 0 ? { ...record, batch: { ...record.batch, shares } } : record
}

/** Checks returns and write-offs against the staff limits before they are recorded. */
export function createReturnService({
  db,
  timeZone,
  readApproval,
}: Pick<SalesOptions, 'db' | 'timeZone' | 'readApproval'>) {
  const since = () => startOfStoreDay(addDays(storeDate(timeZone), 1 - RETURN_DAYS), timeZone)
  const today = () => startOfStoreDay(storeDate(timeZone), timeZone)

  return {
    returnableUnits: async (medicineId: string) =>
      Math.max(0, countReturnable(await createReturnStore(db).listTrades(medicineId, since()))),

    /** Undefined if the key is known. Throws 403 `sales.approval_required` above a staff limit. */
    async insert(asked: TransactionRecord, request: ReturnRequest): Promise<TransactionRecord | undefined> {
      // Waits for sales that another replica has just recorded.
      await catchUp(db)
      const approver = await findApprover(asked, request, readApproval)
      try {
        return await inTransaction(db, async (trx) => {
          const store = createReturnStore(trx)
          await store.lockRefunds()
          // Later than sales recorded while it waited, so that undoing those finds it.
          const record = { ...asked, [asked.recordedAt ? 'recordedAt' : 'createdAt']: new Date() }
          const counted = await countedNow(trx, record)
          const assertAllowed = (refusal: string | undefined) => {
            if (refusal && !approver)
              throw approvalRequiredProblem(request.approval === undefined ? refusal : NOT_FOR_THIS)
            return { approvedBy: refusal ? approver : null }
          }
          const judgeReturn = async () => {
            const trades = await store.listTrades(record.medicineId, since())
            const allowed = assertAllowed(await findReturnRefusal(trx, counted, trades, today()))
            const found = withFinding({ ...counted, ...allowed }, Math.max(0, countReturnable(trades)))
            return withShares({ ...record, ...allowed, confirmed: found.confirmed }, store, since())
          }
          const judgeWriteOff = async () => {
            const { confirmed } = await withEarlyWriteOff(trx, counted, storeDate(timeZone))
            const found = { ...record, confirmed }
            return { ...found, ...assertAllowed(await findWriteOffRefusal(trx, found, today())) }
          }
          const judged = record.type === 'return' ? await judgeReturn() : await judgeWriteOff()
          await createTransactionStore(trx).insert([judged])
          return judged
        })
      } catch (error) {
        if (isUniqueViolation(error)) return undefined
        throw error
      }
    },

    /**
     * Throws 409 `sales.returned` if units of the sale were returned, because undoing it would refund them twice.
     * Returns use up earlier sales first. Call it in the transaction of the undo.
     */
    async assertNotReturned(sale: TransactionRecord, trx: Knex.Transaction): Promise<void> {
      const store = createReturnStore(trx)
      await store.lockRefunds()
      const { medicineId, quantity, unitPricePaise } = sale
      const soldAt = sale.recordedAt ?? sale.createdAt
      const before = unreturnedUnits(await store.listTrades(medicineId, since(), soldAt))
      const left = unreturnedUnits(await store.listTrades(medicineId, soldAt), before)
      const returned = quantity - Math.min(quantity, unitsOf(left))
      if (returned > 0)
        throw alreadyReturned(
          `${returned} of ${quantity} units of this sale were already returned. Return only the others`,
        )
      if (quantity * unitPricePaise > pricePaid(left, quantity))
        throw alreadyReturned(
          'Units at this price were already returned. Return the others at their own price',
        )
    },
  }
}
export type ReturnService = ReturnType<typeof createReturnService>
