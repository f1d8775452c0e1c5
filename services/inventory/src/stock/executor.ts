import {
  MAX_MADE_AT_AGE_MS,
  MAX_OFFLINE_SALE_AGE_MS,
  type MedicineState,
  type StockCommand,
  type StockOutcome,
  stockEffect,
  storeDate,
} from '@mms/contracts'
import {
  createBatcher,
  failpoint,
  isDatabaseUnavailable,
  isLockWait,
  type StoreClock,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { type PurchaseValues, withPurchaseValues, withStock } from '../medicines/rules.ts'
import { allocateBatches, allocateReversal } from './allocation.ts'
import type { BatchShare } from './batch.ts'
import { endDiscounts, markUndone } from './batch-changes.ts'
import { createShelfStore } from './batch-store.ts'
import {
  type CommandDecision,
  convertCommand,
  decideMovement,
  decideReversal,
  isOfNote,
  unknownMedicine,
} from './command-rules.ts'
import type { StoredCommand, StoredOutcome } from './command-store.ts'
import { createDecisions } from './decisions.ts'
import type { Refusal } from './fefo.ts'
import { createLedger, type StockMove } from './ledger.ts'
import type { MedicineQueue } from './medicine-queue.ts'
import { createMovementStore } from './movement-store.ts'
import { createRecallStore, isScannedRecalled, type RecalledBatch } from './recall-store.ts'
import type { Shelf } from './shelf.ts'
import { createValueStore, withRestoredValues } from './value-store.ts'

const failpoints = {
  received: 'inventory.command.received',
  written: 'inventory.command.written',
  committed: 'inventory.command.committed',
}

export interface CommandRequest {
  id: string
  command: StockCommand
  /** Pack size when the quantity was counted; undefined means the current one. */
  packSize?: number | undefined
  callerId: string
  fingerprint: string
}

const rejected = ({ code, message }: Refusal): StockOutcome => ({ outcome: 'rejected', code, message })

async function decideUndo(
  trx: Knex.Transaction,
  command: StockCommand & { reverses: string },
  medicine: MedicineState,
): Promise<CommandDecision> {
  const movements = createMovementStore(trx)
  const movement = await movements.find(command.reverses)
  const undone = movement && { movement, isReversed: await movements.isReversed(movement._id) }
  return decideReversal(command, medicine, undone)
}

/** Day of the command if recent enough, else today. Stock may expire while an offline sale waits. */
export function storeDayOf(
  { type, madeAt }: Pick<StockCommand, 'type' | 'madeAt'>,
  { timeZone, now, today }: StoreClock,
): string {
  if (madeAt === undefined) return today()
  const age = now().getTime() - Date.parse(madeAt)
  const oldest = type === 'sale' ? MAX_OFFLINE_SALE_AGE_MS : MAX_MADE_AT_AGE_MS
  return age >= 0 && age <= oldest ? storeDate(timeZone, new Date(madeAt)) : today()
}

export interface CommandContext {
  trx: Knex.Transaction
  medicines: Map<string, MedicineState>
  shelves: Map<string, Shelf>
  recalled: RecalledBatch[]
  clock: StoreClock
}

export interface Allocation {
  before: MedicineState
  shelf: Shelf
  effect: number
  shares: BatchShare[]
  at: string
}

export async function allocateCommand(
  { id, command }: CommandRequest,
  { trx, medicines, shelves, clock }: CommandContext,
): Promise<Allocation | Refusal> {
  const medicine = medicines.get(command.medicineId)
  const shelf = shelves.get(command.medicineId)
  if (!medicine || !shelf) return unknownMedicine
  const { reverses } = command
  const [day, today, at] = [storeDayOf(command, clock), clock.today(), clock.now().toISOString()]
  const decision = reverses
    ? await decideUndo(trx, { ...command, reverses }, medicine)
    : decideMovement(command, medicine, shelf.list(), day)
  if ('code' in decision) return decision
  const { effect } = decision
  const choice = reverses
    ? allocateReversal(await sharesOf(trx, shelf, reverses), { medicine, shelf })
    : allocateBatches({
        id,
        command,
        medicine,
        effect,
        shelf,
        day,
        today,
        at,
        isRecalled: await isScannedRecalled(trx, medicine, command),
      })
  return 'code' in choice ? choice : { before: medicine, shelf, effect, shares: choice.shares, at }
}

async function sharesOf(trx: Knex.Transaction, shelf: Shelf, movementId: string): Promise<BatchShare[]> {
  const pending = shelf.sharesOf(movementId)
  return pending.length > 0 ? pending : createMovementStore(trx).listShares(movementId)
}

function purchaseValuesOf({ type, reverses, changes, costPrice }: StockCommand): PurchaseValues {
  const isBought = type === 'purchase' && !reverses
  return { ...changes, ...(isBought && costPrice && { costPrice }) }
}

export interface AppliedCommand {
  outcome: StockOutcome & { outcome: 'applied' }
  move: StockMove
}

/** Moves the units in memory; the ledger writes them. */
export async function applyAllocation(
  request: CommandRequest,
  { before, shelf, effect, shares, at }: Allocation,
  context: CommandContext,
): Promise<AppliedCommand> {
  const { id, command, callerId } = request
  const { trx } = context
  const { type, reverses } = command
  const stocked = withStock(before, before.currentStock + effect, at)
  const undonePurchase = type === 'purchase' ? reverses : undefined
  const restoration = undonePurchase
    ? await createValueStore(trx).restoration(undonePurchase, before._id, before)
    : undefined
  const purchased = purchaseValuesOf(command)
  const valued = restoration
    ? withRestoredValues(stocked, restoration)
    : withPurchaseValues(stocked, purchased)
  if (!reverses) await endDiscounts(trx, request, shelf, shares)
  const moved = shelf.move(id, shares)
  const arrived = effect > 0 && command.batch?.number
  if (arrived)
    context.recalled.push(
      ...(await createRecallStore(trx).hold(before, shelf, ({ number }) => number === arrived)),
    )
  const lines = shelf.shown(moved)
  if (reverses) await markUndone(trx, shelf, shares, reverses)
  if (shelf.units() === 0) await createShelfStore(trx).complete(before._id, shelf)
  const after = { ...valued, expiryDate: shelf.expiryDate() }
  context.medicines.set(after._id, after)
  const reason = { _id: id, type, reverses: reverses ?? null, actorId: command.actorId ?? callerId }
  return {
    move: {
      before,
      after,
      reason,
      purchased,
      lines,
      batches: shelf.published(),
      toSupplier: command.batch?.toSupplier === true,
    },
    outcome: {
      outcome: 'applied',
      movementId: id,
      medicineId: after._id,
      version: after.stockVersion,
      balanceAfter: after.currentStock,
      lines,
      ...(restoration && { restoration }),
    },
  }
}

async function executeCommand(
  request: CommandRequest,
  context: CommandContext,
): Promise<AppliedCommand | { outcome: StockOutcome; move?: undefined }> {
  const medicine = context.medicines.get(request.command.medicineId)
  if (!medicine || (medicine.deleted && !isOfNote(request.command)))
    return { outcome: rejected(unknownMedicine) }
  const command = convertCommand(request.command, request.packSize, medicine)
  if ('code' in command) return { outcome: rejected(command) }
  const counted = { ...request, command }
  const allocation = await allocateCommand(counted, context)
  return 'code' in allocation
    ? { outcome: rejected(allocation) }
    : applyAllocation(counted, allocation, context)
}

const takesStock = ({ type, quantity, direction, batch, reverses }: StockCommand): boolean =>
  !batch && !reverses && stockEffect(type, quantity, direction) < 0

/** Executes commands in order; each sees the stock left by the previous one. */
export async function executeCommands(
  trx: Knex.Transaction,
  requests: CommandRequest[],
  clock: StoreClock,
): Promise<StoredCommand[]> {
  const { medicines, shelves } = await createShelfStore(trx).lock(
    requests.map(({ command }) => command.medicineId),
    requests.every(({ command }) => takesStock(command)) ? 'in stock' : 'deleted, too',
  )
  const context: CommandContext = { trx, medicines, shelves, recalled: [], clock }
  const moves: StockMove[] = []
  const stored: StoredCommand[] = []
  for (const request of requests) {
    const { outcome, move } = await executeCommand(request, context)
    if (move) moves.push(move)
    stored.push({ id: request.id, fingerprint: request.fingerprint, outcome })
  }
  await createLedger(trx).move(moves, shelves)
  await createRecallStore(trx).writeHeld(context.recalled, clock.now())
  return stored
}

/**
 * Decides each command once. Concurrent commands share a transaction. If one was decided before or a row is locked, it
 * is rolled back and each is decided alone.
 */
export interface ExecutorOptions {
  db: Knex
  clock: StoreClock
  turns: MedicineQueue
}

export function createExecutor({ db, clock, turns }: ExecutorOptions) {
  const { store, storeOnce } = createDecisions({ db, clock, written: failpoints.written })

  const executeAlone = (request: CommandRequest) =>
    turns.run(request.command.medicineId, () =>
      storeOnce(request.id, (trx) => executeCommands(trx, [request], clock)),
    )

  const executeTogether = createBatcher<CommandRequest, StoredOutcome>(
    (request) => store((trx) => executeCommands(trx, request, clock)),
    {
      alone: executeAlone,
      isDoneAlone: (error) => isLockWait(error) || !isDatabaseUnavailable(error),
    },
  )

  const afterCommit = (stored: StoredOutcome): StoredOutcome => {
    failpoint(failpoints.committed)
    return stored
  }

  return {
    async execute(request: CommandRequest): Promise<StoredOutcome> {
      failpoint(failpoints.received)
      const { reverses, medicineId } = request.command
      // A reversal runs alone, because its original must already be in the ledger.
      const isAlone = reverses !== undefined || turns.isHeld(medicineId)
      return afterCommit(await (isAlone ? executeAlone(request) : executeTogether(request)))
    },
    /** Stores `cancelled` under the id, so that the command has no effect if it arrives later. */
    async cancel(id: string): Promise<StoredOutcome> {
      failpoint(failpoints.received)
      const outcome: StockOutcome = { outcome: 'cancelled' }
      const tombstone: StoredCommand = { id, fingerprint: null, outcome }
      return afterCommit(await storeOnce(id, async () => [tombstone]))
    },
  }
}
