import { type CreateTransaction, paiseToRupees, questionsOf, storeDate } from '@mms/contracts'
import {
  catchUp,
  createBatcher,
  failpoint,
  inTransaction,
  isUniqueViolation,
  problem,
  recordChange,
  type Trace,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { failpoints } from '../failpoints.ts'
import type { LimitsService } from '../limits/service.ts'
import { type Conversion, createMedicineStore, type MedicineLookup } from '../medicines/store.ts'
import type { SalesOptions } from '../options.ts'
import { createPendingStore } from '../outcomes/pending-store.ts'
import type { Settlement } from '../outcomes/settlement.ts'
import type { ReturnService } from '../returns/service.ts'
import { findTransaction } from '../transactions/replies.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore, type TransactionStore } from '../transactions/store.ts'
import { assertSameRequest, type RecordingResult, replayRecording } from './replay.ts'
import {
  assertMayUndo,
  assertNotBilled,
  assertOwnTransaction,
  newReversal,
  newTransaction,
  type RecordingRequest,
  withdrawnTransaction,
  withPackSize,
} from './rules.ts'

/**
 * Adds the pack size, and price warnings that the form should have shown but nobody confirmed. They do not stop the
 * transaction.
 */
export function createPriceWarnings(findLimits: LimitsService['recent'], findMedicine: MedicineLookup) {
  return async (record: TransactionRecord): Promise<TransactionRecord> => {
    const { medicineId, type, quantity, unitPricePaise, confirmed } = record
    const [medicine, limits] = await Promise.all([findMedicine(medicineId), findLimits()])
    if (!medicine) return record
    // Stock and expiry are left to inventory, which alone knows them for certain.
    const compared = { ...medicine, currentStock: Number.POSITIVE_INFINITY, expiryDate: null }
    const entered = { type, quantity, unitPrice: paiseToRupees(unitPricePaise) }
    const unasked = questionsOf(entered, compared, limits, storeDate())
      .filter(({ code }) => !confirmed.some((question) => question.code === code))
      .map(({ code, value, compared: usual }) => ({ code, value, compared: usual, unasked: true as const }))
    return { ...withPackSize(record, medicine), confirmed: [...confirmed, ...unasked] }
  }
}

interface TransactionServiceOptions extends Pick<SalesOptions, 'db' | 'timeZone' | 'leaseMs'> {
  settlement: Pick<Settlement, 'finishCommitted'>
  returns: ReturnService
  addWarnings: ReturnType<typeof createPriceWarnings>
}

const notReversible = {
  pending: 'Its outcome is not known yet',
  rejected: 'It was refused and had no effect',
  cancelled: 'It was cancelled and had no effect',
}

const alreadyReversed = () =>
  problem.conflict('sales.already_reversed', 'This transaction was already undone')

function assertReversible(original: TransactionRecord): void {
  const { status, sample, reverses, reversedBy } = original
  assertNotBilled(original)
  if (status !== 'completed') throw problem.conflict('sales.not_completed', notReversible[status])
  if (sample) throw problem.conflict('sales.is_sample', 'Sample transactions cannot be undone')
  if (reverses) throw problem.conflict('sales.is_reversal', 'An undo cannot be undone. Record it as new')
  if (reversedBy) throw alreadyReversed()
}

/** Inventory refuses this, too. It is checked first, because the check of returns would give a misleading reason. */
function assertNotConverted({ movementVersion }: TransactionRecord, conversion: Conversion | null): void {
  if (conversion && (movementVersion ?? 0) < conversion.since)
    throw problem.conflict(
      'sales.converted_since',
      'This medicine has since been converted from packs to units, so this cannot be undone. Please record a return or an adjustment',
    )
}

function createInsert(store: TransactionStore) {
  const insertOne = async (record: TransactionRecord): Promise<boolean> => {
    try {
      await store.insert([record])
      return true
    } catch (error) {
      if (isUniqueViolation(error)) return false
      throw error
    }
  }
  const insertAll = async (records: TransactionRecord[]) => {
    await store.insert(records)
    return records.map(() => true)
  }
  return createBatcher(insertAll, { alone: insertOne, isDoneAlone: isUniqueViolation })
}

async function insertReversal(
  db: Knex,
  reversal: TransactionRecord,
  original: TransactionRecord,
  returns: ReturnService,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const store = createTransactionStore(trx)
    if (original.type === 'sale') await returns.assertNotReturned(original, trx)
    await store.insert([reversal])
    if (!(await store.markReversed(original.id, reversal.id))) throw alreadyReversed()
    const after = { reversal: reversal.id }
    await recordChange(trx, { action: 'transaction.reversal-requested', subject: original.id, after })
    failpoint(failpoints.reversalWritten)
  })
}

export function createTransactionService(options: TransactionServiceOptions) {
  const { db, settlement, returns, addWarnings, timeZone, leaseMs } = options
  const store = createTransactionStore(db)
  const insert = createInsert(store)

  const replayStored = async (request: RecordingRequest): Promise<RecordingResult | undefined> => {
    const stored = request.key === null ? undefined : await store.findByKey(request.callerId, request.key)
    return stored && replayRecording(stored, request)
  }

  const insertChecked = async (record: TransactionRecord, request: RecordingRequest, approval?: string) => {
    try {
      return await returns.insert(record, { ...request, approval })
    } catch (error) {
      // A known key is not judged again: its approval may have expired and the units have changed.
      if (await replayStored(request)) return undefined
      throw error
    }
  }

  const recordOutcome = async (record: TransactionRecord, trace: Trace): Promise<RecordingResult> => {
    failpoint(failpoints.pendingCommitted)
    return { transaction: await settlement.finishCommitted(record, trace), replayed: false }
  }

  return {
    ...createCancellation({ ...options, store, insert }),

    /** Records a transaction exactly once per key, even after a crash. Pending while inventory does not answer. */
    async record(
      input: CreateTransaction,
      request: RecordingRequest,
      trace: Trace,
    ): Promise<RecordingResult> {
      const record = await addWarnings(newTransaction(input, request, leaseMs))
      failpoint(failpoints.pendingWriting)
      const isJudged = input.type === 'return' || input.type === 'expired'
      const inserted = isJudged
        ? await insertChecked(record, request, input.approval)
        : (await insert(record)) && record
      if (inserted) return recordOutcome(inserted, trace)
      const replayed = await replayStored(request)
      if (replayed) return replayed
      throw problem.unavailable('sales.try_again', 'Please try again')
    },

    /** Undoes a completed transaction once by recording the opposite one. */
    async reverse(id: string, request: RecordingRequest, trace: Trace): Promise<RecordingResult> {
      await catchUp(db)
      const replayed = await replayStored(request)
      if (replayed) return replayed
      const original = await findTransaction(db, id)
      assertMayUndo(original, request, timeZone)
      const reversal = newReversal(original, request, leaseMs)
      try {
        assertReversible(original)
        assertNotConverted(original, await createMedicineStore(db).findConversion(original.medicineId))
        await insertReversal(db, reversal, original, returns)
      } catch (error) {
        const first = await replayStored(request)
        if (first) return first
        throw error
      }
      return recordOutcome(reversal, trace)
    },
  }
}
export type TransactionService = ReturnType<typeof createTransactionService>

interface CancellationOptions extends Pick<TransactionServiceOptions, 'db' | 'settlement' | 'leaseMs'> {
  store: TransactionStore
  insert: (record: TransactionRecord) => Promise<boolean>
}

async function requestCancellation(trx: Knex.Transaction, id: string, leaseUntil: Date): Promise<boolean> {
  if (!(await createPendingStore(trx).requestCancellation(id, leaseUntil))) return false
  await recordChange(trx, { action: 'transaction.cancellation-requested', subject: id })
  return true
}

/** Cancels a transaction unless it has already had its effect. */
function createCancellation({ db, store, settlement, insert, leaseMs }: CancellationOptions) {
  async function cancel(id: string, request: RecordingRequest, trace: Trace): Promise<TransactionRecord> {
    const transaction = await findTransaction(db, id)
    assertOwnTransaction(transaction, request)
    if (transaction.status !== 'pending') return transaction
    assertNotBilled(transaction)
    const nextAttemptAt = new Date(Date.now() + leaseMs)
    if (!(await inTransaction(db, (trx) => requestCancellation(trx, id, nextAttemptAt))))
      return findTransaction(db, id)
    failpoint(failpoints.cancellationCommitted)
    return settlement.finishCommitted({ ...transaction, cancelling: true, nextAttemptAt }, trace)
  }

  return {
    cancel,
    /** Cancels by key, even if the request has not arrived yet. Pending while inventory does not answer. */
    async withdraw(input: CreateTransaction, request: RecordingRequest & { key: string }, trace: Trace) {
      const withdrawn = withdrawnTransaction(input, request)
      if (await insert(withdrawn)) return withdrawn
      const stored = await store.findByKey(request.callerId, request.key)
      if (!stored) throw problem.unavailable('sales.try_again', 'Please try again')
      assertSameRequest(stored, request)
      return cancel(stored.id, request, trace)
    },
  }
}
