import type { GroupOutcome } from '@mms/contracts'
import {
  type AuditChange,
  appendEvents,
  failpoint,
  inTransaction,
  type Lifecycle,
  type Logger,
  recordChanges,
  type Trace,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { failpoints } from '../failpoints.ts'
import { createCountStore } from '../history/count-store.ts'
import { type Inventory, OutcomeUnknownError } from '../inventory/client.ts'
import { nextRetryAt } from '../outcomes/rules.ts'
import { completedEvents } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { type BillRecord, differencesOf, finalBill, refusedBill, transactionsOf } from './rules.ts'
import { createBillStore } from './store.ts'

export interface BillSettlementOptions {
  db: Knex
  inventory: Pick<Inventory, 'moveGroup'>
  lifecycle: Lifecycle
  log: Logger
  timeZone: string
  /** Time in which no other replica tries. */
  leaseMs: number
}

const ROUND = 32

/** In the seller's name: another user's session may have sent it. */
export function entryOf(action: string, { id, document }: BillRecord, after: object): AuditChange {
  const { _id, name } = document.seller
  return { action, subject: id, actor: { id: _id, name, requestId: '', address: '' }, after: { ...after } }
}

/** Writes bill, sales, counts and events. Undefined if somebody else finished it. */
async function finish(
  trx: Knex.Transaction,
  before: BillRecord,
  outcome: GroupOutcome,
  timeZone: string,
): Promise<BillRecord | undefined> {
  const bills = createBillStore(trx)
  if (outcome.outcome === 'rejected') {
    const refused = refusedBill(before, outcome)
    return (await bills.finish(refused)) ? refused : undefined
  }
  const after = finalBill(before, outcome.lines)
  if (!(await bills.finish(after))) return undefined
  const sold = transactionsOf({ ...after, command: before.command }, outcome.lines)
  await bills.insertParts(after)
  await createTransactionStore(trx).insert(sold)
  await appendEvents(trx, completedEvents(sold))
  if (after.differs)
    await recordChanges(trx, [entryOf('bill.differs', after, { differences: differencesOf(after) })])
  failpoint(failpoints.billWritten)
  // Last, because all sales of a day meet at this row.
  await createCountStore(trx, timeZone).add(sold)
  return after
}

export function createBillSettlement(options: BillSettlementOptions) {
  const { db, inventory, lifecycle, log, timeZone, leaseMs } = options
  const store = createBillStore(db)

  /** Asks inventory once. The bill stays pending while the outcome is not known. */
  async function settle(bill: BillRecord, trace?: Trace): Promise<BillRecord> {
    if (!bill.command) return bill
    try {
      const { command, handedOver } = bill
      const asked = { ...command, ...(handedOver && { handedOver: true as const }) }
      const outcome = await inventory.moveGroup(bill.id, asked, trace)
      failpoint(failpoints.billAnswered)
      const after = await inTransaction(db, (trx) => finish(trx, bill, outcome, timeZone))
      failpoint(failpoints.billFinal)
      return after ?? (await store.find(bill.id)) ?? bill
    } catch (error) {
      const level = error instanceof OutcomeUnknownError ? 'warn' : 'error'
      log[level]({ err: error, billId: bill.id }, 'outcome of a bill not known yet')
      return bill
    }
  }

  async function settleFirst(bill: BillRecord, trace: Trace): Promise<BillRecord> {
    failpoint(failpoints.billCommitted)
    const after = await settle(bill, trace)
    if (after.status === 'pending')
      await store
        .release(after, new Date())
        .catch((err: unknown) => log.warn({ err, billId: bill.id }, 'not handed to the sweeper'))
    return after
  }

  const attempt = async (seen: BillRecord): Promise<BillRecord | undefined> => {
    if (!(await store.lease(seen.id, seen.attempts, new Date(Date.now() + leaseMs)))) return undefined
    const leased = { ...seen, attempts: seen.attempts + 1 }
    const after = await settle(leased)
    if (after.status === 'pending') await store.release(after, nextRetryAt(after))
    return after
  }

  return {
    settleFirst,
    /** Returns how many were tried. Stops while inventory is silent: the rest would wait, too. */
    async sweep(): Promise<number> {
      for (let tried = 0; ; ) {
        const due = await store.due(new Date(), ROUND)
        for (const bill of due) {
          if (lifecycle.stopping) return tried
          const after = await attempt(bill)
          tried += 1
          if (after?.status === 'pending') return tried
        }
        if (due.length < ROUND) return tried
      }
    },
  }
}
export type BillSettlement = ReturnType<typeof createBillSettlement>
