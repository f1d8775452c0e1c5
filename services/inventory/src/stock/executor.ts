import {
  type MedicineState,
  OLDEST_MADE_AT_MS,
  OLDEST_OFFLINE_SALE_MS,
  type StockCommand,
  type StockOutcome,
  stockEffect,
  storeDate,
} from '@mms/contracts'
import {
  catchUp,
  createBatcher,
  failpoint,
  findCaughtUp,
  inTransaction,
  isClustered,
  isDatabaseUnavailable,
  isLockWait,
  isUniqueViolation,
  problem,
  type StoreClock,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { delivered, type Given, withStock } from '../medicines/rules.ts'
import { chooseBatches, chooseForReversal } from './allocation.ts'
import type { Share } from './batch-rules.ts'
import { createShelfStore } from './batch-store.ts'
import { type Decision, decide, decideReversal, type Rejection, unknownMedicine } from './command-rules.ts'
import { createCommandStore, type StoredCommand } from './command-store.ts'
import { createLedger, type Move } from './ledger.ts'
import { createLineStore, createMovementStore } from './movement-store.ts'
import { createRecallStore, isScannedRecalled, type RecalledBatch } from './recall-store.ts'
import type { Shelf } from './shelf.ts'
import { createTurns } from './turns.ts'
import { restored } from './value-rules.ts'
import { createValueStore } from './value-store.ts'

const failpoints = {
  received: 'inventory.command.received',
  written: 'inventory.command.written',
  committed: 'inventory.command.committed',
}

export interface CommandRequest {
  id: string
  command: StockCommand
  callerId: string
  fingerprint: string
}

/** On a cluster a refusal writes no row, so the stock it was based on may be outdated. */
class OldStockError extends Error {}

type Work = (trx: Knex.Transaction) => Promise<StoredCommand[]>

const rejected = ({ code, message }: Rejection): StockOutcome => ({ outcome: 'rejected', code, message })

async function decideUndoing(
  trx: Knex.Transaction,
  command: StockCommand & { reverses: string },
  medicine: MedicineState,
): Promise<Decision> {
  const movements = createMovementStore(trx)
  const movement = await movements.find(command.reverses)
  const undone = movement && { movement, isReversed: await movements.isReversed(movement._id) }
  return decideReversal(command, medicine, undone)
}

/**
 * The store day that applies: the day a command was made, if recent enough, else today. An offline sale may have waited
 * while its stock expired.
 */
function dayOf({ type, madeAt }: StockCommand, { timeZone, now, today }: StoreClock): string {
  if (madeAt === undefined) return today()
  const age = now().getTime() - Date.parse(madeAt)
  const oldest = type === 'sale' ? OLDEST_OFFLINE_SALE_MS : OLDEST_MADE_AT_MS
  return age >= 0 && age <= oldest ? storeDate(timeZone, new Date(madeAt)) : today()
}

interface CommandContext {
  trx: Knex.Transaction
  medicines: Map<string, MedicineState>
  shelves: Map<string, Shelf>
  recalled: RecalledBatch[]
  clock: StoreClock
}

interface Allocation {
  before: MedicineState
  shelf: Shelf
  effect: number
  shares: Share[]
  at: string
}

async function decideOne(
  { id, command }: CommandRequest,
  { trx, medicines, shelves, clock }: CommandContext,
): Promise<Allocation | Rejection> {
  const medicine = medicines.get(command.medicineId)
  const shelf = shelves.get(command.medicineId)
  if (!medicine || !shelf) return unknownMedicine
  const { reverses } = command
  const [day, today, at] = [dayOf(command, clock), clock.today(), clock.now().toISOString()]
  const decision = reverses
    ? await decideUndoing(trx, { ...command, reverses }, medicine)
    : decide(command, medicine, shelf.list(), day)
  if ('code' in decision) return decision
  const { effect } = decision
  const choice = reverses
    ? chooseForReversal(await sharesOf(trx, shelf, reverses), { medicine, shelf })
    : chooseBatches({
        ...{ id, command, medicine, effect, shelf, day, today, at },
        isRecalled: await isScannedRecalled(trx, medicine, command),
      })
  return 'code' in choice ? choice : { before: medicine, shelf, effect, shares: choice.shares, at }
}

async function sharesOf(trx: Knex.Transaction, shelf: Shelf, movementId: string): Promise<Share[]> {
  const pending = shelf.sharesOf(movementId)
  return pending.length > 0 ? pending : createLineStore(trx).listShares(movementId)
}

function givenBy({ type, reverses, changes, costPrice }: StockCommand): Given {
  const isBought = type === 'purchase' && !reverses
  return { ...changes, ...(isBought && costPrice && { costPrice }) }
}

/** The batch of an undone delivery must not pass its date on. */
function markUndone(shelf: Shelf, deliveryId: string): void {
  const batch = shelf.find(deliveryId)
  if (batch?.stock === 0) shelf.set(batch, { isUndone: true })
}

async function carryOutOne(
  one: CommandRequest,
  context: CommandContext,
): Promise<{ outcome: StockOutcome; move?: Move }> {
  const allocation = await decideOne(one, context)
  if ('code' in allocation) return { outcome: rejected(allocation) }
  const { id, command, callerId } = one
  const { before, shelf, effect, shares, at } = allocation
  const { trx } = context
  const { reverses } = command
  const stocked = withStock(before, before.currentStock + effect, at)
  const undonePurchase = command.type === 'purchase' ? reverses : undefined
  const restoration = undonePurchase
    ? await createValueStore(trx).restoration(undonePurchase, before._id, before)
    : undefined
  const given = givenBy(command)
  const valued = restoration ? restored(stocked, restoration) : delivered(stocked, given)
  const moved = shelf.move(id, shares)
  const arrived = effect > 0 && command.batch?.number
  if (arrived)
    context.recalled.push(
      ...(await createRecallStore(trx).hold(before, shelf, ({ number }) => number === arrived)),
    )
  const lines = shelf.shown(moved)
  if (undonePurchase) markUndone(shelf, undonePurchase)
  if (shelf.units() === 0) await createShelfStore(trx).complete(before._id, shelf)
  const after = { ...valued, expiryDate: shelf.expiryDate() }
  context.medicines.set(after._id, after)
  const reason = {
    _id: id,
    type: command.type,
    reverses: reverses ?? null,
    actorId: command.actorId ?? callerId,
  }
  return {
    move: {
      ...{ before, after, reason, given, lines, batches: shelf.published() },
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

const takesStock = ({ type, quantity, direction, batch, reverses }: StockCommand): boolean =>
  !batch && !reverses && stockEffect(type, quantity, direction) < 0

/** Executes commands in order, each on the stock that the one before left. */
export async function carryOut(
  trx: Knex.Transaction,
  requests: CommandRequest[],
  clock: StoreClock,
): Promise<StoredCommand[]> {
  const { medicines, shelves } = await createShelfStore(trx).lock(
    requests.map(({ command }) => command.medicineId),
    requests.every(({ command }) => takesStock(command)) ? 'in stock' : 'all',
  )
  const context: CommandContext = { trx, medicines, shelves, recalled: [], clock }
  const moves: Move[] = []
  const stored: StoredCommand[] = []
  for (const one of requests) {
    const { outcome, move } = await carryOutOne(one, context)
    if (move) moves.push(move)
    stored.push({ id: one.id, fingerprint: one.fingerprint, outcome })
  }
  await createLedger(trx).move(moves, shelves)
  await createRecallStore(trx).writeHeld(context.recalled, clock.now())
  return stored
}

/**
 * Decides each command once. Concurrent commands share a transaction; if one was decided before or a row is locked, the
 * transaction is rolled back and each is decided alone.
 */
export function createExecutor({ db, clock }: { db: Knex; clock: StoreClock }) {
  const commands = createCommandStore(db)

  /** With `isCurrent` false refusals are not stored, because the stock may be outdated. */
  const attempt = (work: Work, isCurrent: boolean) => {
    const write = async (trx: Knex.Transaction) => {
      const stored = await work(trx)
      if (!isCurrent && stored.some(({ outcome }) => outcome.outcome === 'rejected'))
        throw new OldStockError()
      await createCommandStore(trx).insert(stored, clock.now())
      failpoint(failpoints.written)
      return stored
    }
    return inTransaction(db, write, { waitsOnce: true })
  }

  async function store(work: Work): Promise<StoredCommand[]> {
    try {
      return await attempt(work, !isClustered(db))
    } catch (error) {
      if (!(error instanceof OldStockError)) throw error
      await catchUp(db)
      return attempt(work, true)
    }
  }

  async function once(id: string, work: Work): Promise<StoredCommand> {
    try {
      const [decided] = await store(work)
      return decided as StoredCommand
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const stored = await findCaughtUp(db, () => commands.find(id))
      if (!stored) throw problem.conflict('inventory.id_taken', 'This id belongs to something else')
      return stored
    }
  }

  const turns = createTurns()
  const alone = (asked: CommandRequest) =>
    turns.take(asked.command.medicineId, () => once(asked.id, (trx) => carryOut(trx, [asked], clock)))

  const together = createBatcher((asked: CommandRequest[]) => store((trx) => carryOut(trx, asked, clock)), {
    alone,
    isDoneAlone: (error) => isLockWait(error) || !isDatabaseUnavailable(error),
  })

  const answered = (stored: StoredCommand): StoredCommand => {
    failpoint(failpoints.committed)
    return stored
  }

  return {
    async execute(asked: CommandRequest): Promise<StoredCommand> {
      failpoint(failpoints.received)
      const { reverses, medicineId } = asked.command
      // The original must be in the ledger, not in the same transaction.
      const isAlone = reverses !== undefined || turns.isHeld(medicineId)
      return answered(await (isAlone ? alone(asked) : together(asked)))
    },
    /** Prevents a command that has not arrived from ever having an effect. */
    async cancel(id: string): Promise<StoredCommand> {
      failpoint(failpoints.received)
      const outcome: StockOutcome = { outcome: 'cancelled' }
      const tombstone: StoredCommand = { id, fingerprint: null, outcome }
      return answered(await once(id, async () => [tombstone]))
    },
  }
}
