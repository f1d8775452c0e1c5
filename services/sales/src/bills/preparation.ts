import { type CreateBill, storeDate } from '@mms/contracts'
import { problem, type ReadApproval } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { CounterRecord, createCounterStore } from '../counters/store.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { StoreSettingsService } from '../store-settings/service.ts'
import { approverOf } from '../transactions/approver.ts'
import { createTransactionStore } from '../transactions/store.ts'
import {
  approvalOf,
  type BillRecord,
  checkedSums,
  checkPayments,
  findPassedLimit,
  newBill,
  objectionToDay,
  objectionToPrescription,
  type Person,
} from './rules.ts'

export interface BillRequest {
  bill: CreateBill
  fingerprint: string
  sender: Person
  isAdmin: boolean
  isProven: boolean
  earliest: Date
}

export interface PreparationOptions {
  db: Knex
  settings: Pick<StoreSettingsService, 'present' | 'findSettings'>
  counters: Pick<ReturnType<typeof createCounterStore>, 'authenticate'>
  readApproval: ReadApproval
  timeZone: string
  leaseMs: number
}

async function findApprover(request: BillRequest, readApproval: ReadApproval): Promise<Person | null> {
  const { bill } = request
  const read = bill.approval === undefined ? undefined : await readApproval(bill.approval)
  return approverOf(request, read, approvalOf(bill))
}

/** A bill whose goods have left the shop is booked even if its counter was closed meanwhile. */
export async function authenticate(
  counters: PreparationOptions['counters'],
  { counter, handedOver }: CreateBill,
): Promise<CounterRecord> {
  const found = await counters.authenticate(counter._id, counter.secret)
  if (!found)
    throw problem.forbidden('sales.counter_unknown', 'This browser is not registered as this counter')
  if (found.closedAt !== null && !handedOver)
    throw problem.conflict('sales.counter_closed', `Counter ${found.code} is closed`)
  return found
}

async function settingsOf(
  settings: PreparationOptions['settings'],
  { settingsVersion, handedOver }: CreateBill,
) {
  const recent = await settings.findSettings()
  if (recent?.version === settingsVersion) return recent
  const present = await settings.present()
  if (present.version === settingsVersion) return present
  if (!handedOver) throw problem.conflict('sales.settings_changed', 'The settings of the store have changed')
  return (await settings.findSettings(settingsVersion)) ?? present
}

/** Checks a new bill and makes its record. Goods that have left the shop are booked even beyond limits and rules. */
export function createPreparation(options: PreparationOptions) {
  const { db, settings, counters, readApproval, timeZone, leaseMs } = options
  return async (request: BillRequest): Promise<BillRecord> => {
    const { bill } = request
    const counter = await authenticate(counters, bill)
    const used = await settingsOf(settings, bill)
    const sums = checkedSums(bill, used)
    checkPayments(bill)
    const ids = [...new Set(bill.lines.map(({ medicineId }) => medicineId))]
    const medicines = await createMedicineStore(db).findStates(ids)
    // Inventory would move a line with the id of an unknown sale, but sales could not store it.
    if (await createTransactionStore(db).hasAny(bill.lines.map(({ _id }) => _id)))
      throw problem.badRequest('request.invalid', 'A line has the id of another sale')
    const passed = findPassedLimit(bill, sums, used)
    const approvedBy = passed ? await findApprover(request, readApproval) : null
    const objections = [
      objectionToDay(bill, storeDate(timeZone)),
      objectionToPrescription(bill, medicines),
      passed && !approvedBy
        ? problem.forbidden('sales.approval_required', passed, { errors: { approval: passed } })
        : undefined,
    ].filter((objection) => objection !== undefined)
    if (objections[0] && !bill.handedOver) throw objections[0]
    const made = newBill({
      ...{ ...request, sums, settings: used, counter, approvedBy, medicines, now: new Date(), leaseMs },
    })
    const overLimit = objections.map(({ message }) => message).join('; ')
    return overLimit ? { ...made, document: { ...made.document, overLimit } } : made
  }
}
