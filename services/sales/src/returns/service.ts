import {
  addDays,
  type ConfirmedQuestion,
  RETURN_DAYS,
  returnSubject,
  startOfStoreDay,
  storeDate,
  unitsAboveSold,
} from '@mms/contracts'
import { catchUp, inTransaction, isUniqueViolation, problem, type ReadApproval } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createLimitsService } from '../limits/service.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { sharesOfReturn } from './shares.ts'
import { createReturnStore, type ReturnStore } from './store.ts'

/** Who wants a return recorded, and what lifts the limit. */
export interface ReturnRequest {
  key: string | null
  callerId: string
  isAdmin: boolean
  approval: string | undefined
}

export interface ReturnOptions {
  db: Knex
  timeZone: string
  readApproval: ReadApproval
}

type Approver = { id: string; name: string } | null

function approvalRequired(units: number, limit: number, isGiven: boolean) {
  const message = isGiven
    ? 'The approval is not for this return, or is too old. An administrator must approve it again'
    : `Only ${units} sold in ${RETURN_DAYS} days and not returned; more than ${limit} beyond that needs an administrator`
  return problem.forbidden('sales.approval_required', message, { errors: { approval: message } })
}

/** The question as this service finds it, in the place of what the browser may have asked on older figures. */
function withFinding({ confirmed, ...record }: TransactionRecord, units: number): TransactionRecord {
  const isReturn = ({ code }: ConfirmedQuestion) => code === 'return_above_sold'
  const others = confirmed.filter((question) => !isReturn(question))
  if (unitsAboveSold(record.quantity, units) === 0) return { ...record, confirmed: others }
  const finding = { code: 'return_above_sold' as const, value: record.quantity, compared: units }
  // An approval by another user was asked for.
  const isApproved = record.approvedBy !== null && record.approvedBy.id !== record.createdBy
  const isAsked = confirmed.some(isReturn) || isApproved
  return { ...record, confirmed: [{ ...finding, ...(!isAsked && { unasked: true as const }) }, ...others] }
}

/** Returns are judged before they are recorded: staff may take back so much beyond what was sold, and no more. */
export function createReturnService({ db, timeZone, readApproval }: ReturnOptions) {
  const since = () => startOfStoreDay(addDays(storeDate(timeZone), 1 - RETURN_DAYS), timeZone)

  async function approverOf(record: TransactionRecord, request: ReturnRequest): Promise<Approver> {
    const { key, callerId, isAdmin, approval } = request
    if (isAdmin) return { id: callerId, name: record.createdByName ?? '' }
    if (approval === undefined || key === null) return null
    const read = await readApproval(approval)
    const { medicineId, quantity, unitPricePaise } = record
    const subject = returnSubject(key, { medicineId, quantity, unitPrice: unitPricePaise / 100 })
    const isForThis =
      read?.purpose === 'sales.return' && read.callerId === callerId && read.subject === subject
    return isForThis ? read.by : null
  }

  /** A return that names no batch goes back to those that were sold, where it is known which. */
  async function withShares(record: TransactionRecord, store: ReturnStore): Promise<TransactionRecord> {
    if (record.batch) return record
    const batched = await store.listBatched(record.medicineId, since())
    const shares = sharesOfReturn(batched, record.quantity)
    return shares.length > 0 ? { ...record, batch: { shares } } : record
  }

  return {
    /** For the form: what may come back without a question. */
    returnableUnits: async (medicineId: string) =>
      Math.max(0, await createReturnStore(db).returnableUnits(medicineId, since())),

    /** Inserts a return with what is found about it; undefined when its key is known. Throws 403 `sales.approval_required` above the limit of staff. */
    async insert(record: TransactionRecord, request: ReturnRequest): Promise<TransactionRecord | undefined> {
      // A sale that another replica has just recorded counts.
      await catchUp(db)
      const approver = await approverOf(record, request)
      const { staffReturnUnits: limit } = await createLimitsService(db).find()
      try {
        return await inTransaction(db, async (trx) => {
          const store = createReturnStore(trx)
          await store.lockMedicine(record.medicineId)
          const units = await store.returnableUnits(record.medicineId, since())
          // Not `unitsAboveSold`: what staff took back beyond it before counts against the limit, too.
          const needsApproval = record.quantity - units > limit
          if (needsApproval && !approver) {
            throw approvalRequired(Math.max(0, units), limit, request.approval !== undefined)
          }
          const approved = { ...record, approvedBy: needsApproval ? approver : null }
          const judged = await withShares(withFinding(approved, Math.max(0, units)), store)
          await createTransactionStore(trx).insert([judged])
          return judged
        })
      } catch (error) {
        if (isUniqueViolation(error)) return undefined
        throw error
      }
    },
  }
}
export type ReturnService = ReturnType<typeof createReturnService>
