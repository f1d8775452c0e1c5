import {
  type BillSettings,
  type CreateNote,
  financialYearOf,
  noteApprovalSubject,
  storeDate,
} from '@mms/contracts'
import { catchUp, failpoint, inTransaction, type ReadApproval, type Trace } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { BillRecord, BillRequest } from '../bills/rules.ts'
import { findBill, findReturnable } from '../bills/service.ts'
import { createBillStore } from '../bills/store.ts'
import { checkFingerprint, moneyPlaceOf, provenPlaceOf } from '../drawers/service.ts'
import { failpoints } from '../failpoints.ts'
import type { SalesOptions } from '../options.ts'
import type { Settlement } from '../outcomes/settlement.ts'
import { createMoveStore } from '../payment-moves/store.ts'
import { createReturnStore } from '../returns/store.ts'
import type { StoreSettingsService } from '../store-settings/service.ts'
import { approvalRequiredProblem, approverOf } from '../transactions/approver.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { checkedReturn, findPassedReturnLimit, newNote } from './rules.ts'
import { createNoteStore } from './store.ts'

interface NoteOptions extends Pick<SalesOptions, 'db' | 'readApproval' | 'timeZone' | 'leaseMs'> {
  settlement: Settlement
  settings: StoreSettingsService
}

interface NoteRequest extends Omit<BillRequest, 'bill' | 'earliest'> {
  billId: string
  note: CreateNote
}

type Approval = Awaited<ReturnType<ReadApproval>>

/** The sweeper sends the rest if inventory does not answer. */
async function recordOutcomes(
  settlement: Settlement,
  movements: TransactionRecord[],
  trace: Trace,
): Promise<void> {
  let isSilent = false
  for (const movement of movements) {
    if (isSilent) await settlement.handOver(movement)
    else isSilent = (await settlement.finishCommitted(movement, trace)).status === 'pending'
  }
}

export function createNoteService(options: NoteOptions) {
  const { db, settlement, settings, readApproval, timeZone, leaseMs } = options

  /** Checks and writes under the lock of all refunds, so that nobody returns the same units meanwhile. */
  async function insert(
    trx: Knex.Transaction,
    request: NoteRequest,
    { read, used }: { read: Approval; used: BillSettings },
  ) {
    await createReturnStore(trx).lockRefunds()
    const { billId, note, fingerprint, sender } = request
    const [bills, store] = [createBillStore(trx), createNoteStore(trx)]
    const stored = await bills.find(note._id)
    if (stored) {
      checkFingerprint(stored.fingerprint, fingerprint)
      return { note: stored, movements: [], replayed: true }
    }
    const bill = await findReturnable(trx, billId)
    const notes = await store.list(billId)
    const sums = checkedReturn(bill, notes, note, await createMoveStore(trx).list(billId))
    const [now, today] = [new Date(), storeDate(timeZone)]
    const refunded = await store.refundedOn(sender.id, today)
    const passed = findPassedReturnLimit(bill.document, sums.payout, used, { today, refunded })
    const subject = noteApprovalSubject(note._id, billId, sums.payout)
    const approvedBy = passed ? approverOf(request, read, { purpose: 'sales.return', subject }) : null
    if (passed && !approvedBy) throw approvalRequiredProblem(passed)
    const number = 1 + (await store.lastNumber(bill.counterId, financialYearOf(today)))
    const made = newNote({
      note,
      bill,
      sums,
      settings: used,
      sender,
      approvedBy,
      number,
      today,
      now,
      leaseMs,
      ...(await store.listTrades(bill, notes)),
    })
    const written = { ...made.note, fingerprint }
    await bills.insert([written])
    const place = await (note.counter ? provenPlaceOf(trx, note.counter) : moneyPlaceOf(trx, bill.counterId))
    await bills.insertParts([written], () => place)
    await createTransactionStore(trx).insert(made.movements)
    failpoint(failpoints.noteWritten)
    return { note: written, movements: made.movements, replayed: false }
  }

  return {
    async record(request: NoteRequest, trace: Trace): Promise<{ note: BillRecord; replayed: boolean }> {
      await catchUp(db)
      const { approval } = request.note
      const read = approval === undefined ? undefined : await readApproval(approval)
      const used = await settings.present()
      const { movements, ...result } = await inTransaction(db, (trx) => insert(trx, request, { read, used }))
      failpoint(failpoints.noteCommitted)
      await recordOutcomes(settlement, movements, trace)
      return result
    },
    list: async (billId: string): Promise<BillRecord[]> => {
      await findBill(db, billId)
      return createNoteStore(db).list(billId)
    },
  }
}
export type NoteService = ReturnType<typeof createNoteService>
