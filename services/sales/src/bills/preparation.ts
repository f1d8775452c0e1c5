import { billApprovalSubject, type CreateBill, creditOf, storeDate } from '@mms/contracts'
import { problem, type ReadApproval } from '@mms/service-kit'
import type { Knex } from 'knex'
import { authenticateCounter, type CounterRecord } from '../counters/store.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { SalesOptions } from '../options.ts'
import type { StoreSettingsService } from '../store-settings/service.ts'
import { approvalRequiredProblem, approverOf, type Person } from '../transactions/approver.ts'
import { createTransactionStore } from '../transactions/store.ts'
import {
  checkedSums,
  checkPayments,
  findPassedLimit,
  objectionToDay,
  objectionToPrescription,
  objectionToRounding,
  roundOffOf,
} from './checks.ts'
import { type BillRecord, type BillRequest, newBill } from './rules.ts'
import { createBillNumbers } from './store.ts'

export interface PreparationOptions
  extends Pick<SalesOptions, 'db' | 'readApproval' | 'timeZone' | 'leaseMs'> {
  settings: StoreSettingsService
}

/** Accepts an approval that does not name the credit, as older pages request, while the credit is within its limit. */
async function findApprover(
  request: BillRequest,
  readApproval: ReadApproval,
  creditLimit: number,
): Promise<Person | null> {
  const { bill } = request
  const read = bill.approval === undefined ? undefined : await readApproval(bill.approval)
  const withoutCredit = billApprovalSubject({ ...bill, payments: [] })
  const isOld = read?.subject === withoutCredit && creditOf(bill.payments) <= creditLimit
  const subject = isOld ? withoutCredit : billApprovalSubject(bill)
  return approverOf(request, read, { purpose: 'sales.bill', subject })
}

/** A bill whose goods have left the shop is booked even if its counter was closed meanwhile. */
export async function authenticate(db: Knex, { counter, handedOver }: CreateBill): Promise<CounterRecord> {
  const found = await authenticateCounter(db, counter)
  if (found.closedAt !== null && !handedOver)
    throw problem.conflict('sales.counter_closed', `Counter ${found.code} is closed`)
  return found
}

async function settingsOf(settings: StoreSettingsService, { settingsVersion, handedOver }: CreateBill) {
  const recent = await settings.findSettings()
  if (recent?.version === settingsVersion) return recent
  const present = await settings.present()
  if (present.version === settingsVersion) return present
  if (!handedOver) throw problem.conflict('sales.settings_changed', 'The settings of the store have changed')
  return (await settings.findSettings(settingsVersion)) ?? present
}

/** Checks a new bill and makes its record. Goods that have left the shop are booked even beyond limits and rules. */
export function createPreparation(options: PreparationOptions) {
  const { db, settings, readApproval, timeZone, leaseMs } = options
  return async (request: BillRequest): Promise<BillRecord> => {
    const { bill } = request
    const counter = await authenticate(db, bill)
    const found = await settingsOf(settings, bill)
    const used = { ...found, roundOff: roundOffOf(bill, found) }
    const sums = checkedSums(bill, used)
    checkPayments(bill)
    const ids = [...new Set(bill.lines.map(({ medicineId }) => medicineId))]
    const medicines = await createMedicineStore(db).findStates(ids)
    // Inventory would move a line with the id of an unknown sale, but sales could not store it.
    if (await createTransactionStore(db).hasAny(bill.lines.map(({ _id }) => _id)))
      throw problem.badRequest('request.invalid', 'A line has the id of another sale')
    const today = storeDate(timeZone)
    const isReached = bill.day > today && (await createBillNumbers(db).hasBillSince(counter._id, bill.day))
    const passed = findPassedLimit(bill, sums, used)
    const approvedBy = passed ? await findApprover(request, readApproval, used.limits.creditPaise) : null
    const objections = [
      objectionToRounding(used, found),
      objectionToDay(bill, today, isReached),
      objectionToPrescription(bill, medicines),
      passed && !approvedBy ? approvalRequiredProblem(passed) : undefined,
    ].filter((objection) => objection !== undefined)
    if (objections[0] && !bill.handedOver) throw objections[0]
    const checked = { sums, settings: used, counter, approvedBy, medicines }
    const made = newBill({ ...request, ...checked, now: new Date(), leaseMs })
    const overLimit = objections.map(({ message }) => message).join('; ')
    return overLimit ? { ...made, document: { ...made.document, overLimit } } : made
  }
}
