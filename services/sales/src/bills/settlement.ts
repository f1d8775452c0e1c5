import type { GroupOutcome } from '@mms/contracts'
import {
  type AuditChange,
  appendEvents,
  chunksOf,
  createBatcher,
  failpoint,
  inTransaction,
  isLockWait,
  recordChanges,
  type Trace,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { createDrawerLocks, type MoneyPlace, type OpenedDrawer } from '../drawers/store.ts'
import { failpoints } from '../failpoints.ts'
import { createCountStore } from '../history/count-store.ts'
import { OutcomeUnknownError } from '../inventory/client.ts'
import type { SalesOptions } from '../options.ts'
import { nextRetryAt } from '../outcomes/rules.ts'
import { completedEvents, type TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { type BillRecord, differencesOf, finalBill, refusedBill, transactionsOf } from './rules.ts'
import { createBillStore } from './store.ts'

const ROUND = 32

/** Names the seller, because another user's session may have sent the bill. */
export function billAuditChange(action: string, { id, document }: BillRecord, after: object): AuditChange {
  const { _id, name } = document.seller
  return { action, subject: id, actor: { id: _id, name, requestId: '', address: '' }, after: { ...after } }
}

interface DecidedBill {
  before: BillRecord
  outcome: GroupOutcome
}

/** The money goes to the counter's open drawer, unless the bill was made before it was opened. */
function placeOf({ counterId, document }: BillRecord, open: Map<string, OpenedDrawer>): MoneyPlace {
  const drawer = open.get(counterId)
  const isIn = drawer !== undefined && drawer.openedAt <= new Date(document.madeAt)
  return { counterId, drawerId: isIn ? drawer.id : null }
}

/** Writes bills, sales, counts and events. Returns undefined for a bill that another process has finished. */
async function finish(
  trx: Knex.Transaction,
  decided: DecidedBill[],
  timeZone: string,
): Promise<(BillRecord | undefined)[]> {
  const bills = createBillStore(trx)
  const written: (BillRecord | undefined)[] = []
  const final: BillRecord[] = []
  const sold: TransactionRecord[] = []
  for (const { before, outcome } of decided) {
    const after =
      outcome.outcome === 'rejected' ? refusedBill(before, outcome) : finalBill(before, outcome.lines)
    const isWritten = await bills.finish(after)
    written.push(isWritten ? after : undefined)
    if (!isWritten || outcome.outcome === 'rejected') continue
    // The command still names the time and the batches of the paper.
    const booked = { ...after, command: before.command }
    final.push(booked)
    sold.push(...transactionsOf(booked, outcome.lines))
  }
  if (final.length === 0) return written
  const open = await createDrawerLocks(trx).holdOpen(final.map(({ counterId }) => counterId))
  await bills.insertParts(final, (bill) => placeOf(bill, open))
  for (const chunk of chunksOf(sold)) await createTransactionStore(trx).insert(chunk)
  await appendEvents(trx, completedEvents(sold))
  const differing = final.filter(({ differs }) => differs)
  await recordChanges(
    trx,
    differing.map((bill) => billAuditChange('bill.differs', bill, { differences: differencesOf(bill) })),
  )
  failpoint(failpoints.billWritten)
  // Last, to hold the lock briefly: all sales of a day update this row.
  await createCountStore(trx, timeZone).add(sold)
  return written
}

type Options = Pick<SalesOptions, 'db' | 'inventory' | 'lifecycle' | 'log' | 'timeZone' | 'leaseMs'>

export function createBillSettlement({ db, inventory, lifecycle, log, timeZone, leaseMs }: Options) {
  const store = createBillStore(db)
  const finishAll = (decided: DecidedBill[]) =>
    inTransaction(db, (trx) => finish(trx, decided, timeZone), { waitsOnce: true })
  const finishOne = createBatcher(finishAll, {
    alone: async (one) => (await inTransaction(db, (trx) => finish(trx, [one], timeZone)))[0],
    isDoneAlone: isLockWait,
  })

  /** Asks inventory once. The bill stays pending if the outcome is unknown. */
  async function resolve(bill: BillRecord, trace?: Trace): Promise<BillRecord> {
    if (!bill.command) return bill
    try {
      const { command, handedOver } = bill
      const asked = { ...command, ...(handedOver && { handedOver: true as const }) }
      const outcome = await inventory.moveGroup(bill.id, asked, trace)
      failpoint(failpoints.billAnswered)
      const after = await finishOne({ before: bill, outcome })
      failpoint(failpoints.billFinal)
      return after ?? (await store.find(bill.id)) ?? bill
    } catch (error) {
      const level = error instanceof OutcomeUnknownError ? 'warn' : 'error'
      log[level]({ err: error, billId: bill.id }, 'outcome of a bill not known yet')
      return bill
    }
  }

  async function finishCommitted(bill: BillRecord, trace: Trace): Promise<BillRecord> {
    failpoint(failpoints.billCommitted)
    const after = await resolve(bill, trace)
    if (after.status === 'pending')
      await store
        .release(after, new Date())
        .catch((err: unknown) => log.warn({ err, billId: bill.id }, 'not handed to the sweeper'))
    return after
  }

  const attempt = async (seen: BillRecord): Promise<BillRecord | undefined> => {
    if (!(await store.lease(seen.id, seen.attempts, new Date(Date.now() + leaseMs)))) return undefined
    const leased = { ...seen, attempts: seen.attempts + 1 }
    const after = await resolve(leased)
    if (after.status === 'pending') await store.release(after, nextRetryAt(after))
    return after
  }

  return {
    finishCommitted,
    /** Returns how many bills were tried. Stops when inventory does not answer, because the rest would wait, too. */
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
