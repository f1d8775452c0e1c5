import {
  type CommandBatch,
  type MedicineState,
  OLDEST_MADE_AT_MS,
  type StockCommand,
  type StockOutcome,
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
import { chooseBatches, chooseForReversal } from '../shelves/choice.ts'
import { earliestExpiry, type Share } from '../shelves/rules.ts'
import type { Shelf } from '../shelves/shelf.ts'
import { createShelfStore } from '../shelves/shelf-store.ts'
import { createCommandStore, type StoredCommand } from './command-store.ts'
import { createLedger, type Move } from './ledger.ts'
import { createLineStore } from './line-store.ts'
import { createMovementStore } from './movement-store.ts'
import { type Decision, decide, decideReversal, type Rejection, unknownMedicine } from './rules.ts'
import { createTurns } from './turns.ts'
import { restored } from './value-rules.ts'
import { createValueStore } from './value-store.ts'

/** The steps of a command at which a test kills or stops this process. */
const failpoints = {
  received: 'inventory.command.received',
  written: 'inventory.command.written',
  committed: 'inventory.command.committed',
}

/** A command as it came: with its id, and who sent it. */
export interface Asked {
  id: string
  command: StockCommand
  callerId: string
  /** What a unit of a purchase cost, in rupees. */
  costPrice?: number | undefined
  /** The batch that it names. */
  batch?: CommandBatch | undefined
  /** When it was made at the counter; an invalid date where that is not known. */
  madeAt?: Date
  /** Of what the caller sent. */
  fingerprint: string
}

/** On a cluster a refusal writes no medicine, so another node's change of the stock would not stand in its way. */
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

/** The store's day on which it was made, which may have been before its medicine expired; today, where that is not believed. */
function dayOf(madeAt: Date | undefined, { timeZone, now, today }: StoreClock): string {
  const age = madeAt ? now().getTime() - madeAt.getTime() : -1
  return madeAt && age >= 0 && age <= OLDEST_MADE_AT_MS ? storeDate(timeZone, madeAt) : today()
}

interface Scene {
  trx: Knex.Transaction
  medicines: Map<string, MedicineState>
  shelves: Map<string, Shelf>
  clock: StoreClock
}

interface Decided {
  before: MedicineState
  shelf: Shelf
  effect: number
  shares: Share[]
  at: string
}

/** Whether a command may move its medicine, by how much, and of which batches. */
async function decideOne(
  { command, batch: named, madeAt, costPrice }: Asked,
  scene: Scene,
): Promise<Decided | Rejection> {
  const { trx, medicines, shelves, clock } = scene
  const medicine = medicines.get(command.medicineId)
  const shelf = shelves.get(command.medicineId)
  if (!medicine || !shelf) return unknownMedicine
  const { reverses } = command
  const [today, at] = [dayOf(madeAt, clock), clock.now().toISOString()]
  const decision = reverses
    ? await decideUndoing(trx, { ...command, reverses }, medicine)
    : decide(command, medicine, shelf.list(), { isNamed: named !== undefined, today })
  if ('code' in decision) return decision
  const { effect } = decision
  const choice = reverses
    ? chooseForReversal(await sharesOf(trx, shelf, reverses), { medicine, shelf })
    : chooseBatches({ command, named, costPrice, medicine, effect, shelf, today, at })
  return 'code' in choice ? choice : { before: medicine, shelf, effect, shares: choice.shares, at }
}

async function sharesOf(trx: Knex.Transaction, shelf: Shelf, movementId: string): Promise<Share[]> {
  const pending = shelf.sharesOf(movementId)
  return pending.length > 0 ? pending : createLineStore(trx).listShares(movementId)
}

/** What a purchase sets of its medicine; the date of a batch that is named is that batch's alone. */
function givenBy({ command, costPrice, batch }: Asked): Given {
  const { expiryDate, ...others } = command.changes ?? {}
  const isBought = command.type === 'purchase' && !command.reverses
  return {
    ...others,
    ...(expiryDate !== undefined && !batch && { expiryDate }),
    ...(isBought && costPrice && { costPrice }),
  }
}

/** What a command comes to, and what it moves if anything; the scene then holds the stock it left. */
async function carryOutOne(one: Asked, scene: Scene): Promise<{ outcome: StockOutcome; move?: Move }> {
  const decided = await decideOne(one, scene)
  if ('code' in decided) return { outcome: rejected(decided) }
  const { id, command, callerId } = one
  const { before, shelf, effect, shares, at } = decided
  const { reverses } = command
  const moved = withStock(before, before.currentStock + effect, at)
  // Of the price and the date that an undone purchase had set.
  const isPurchaseUndone = command.type === 'purchase' && reverses
  const restoration = isPurchaseUndone
    ? await createValueStore(scene.trx).restoration(reverses, before._id, before)
    : undefined
  const given = givenBy(one)
  const valued = restoration ? restored(moved, restoration) : delivered(moved, given)
  if (valued.expiryDate !== before.expiryDate) shelf.setDate(valued.expiryDate)
  const lines = shelf.shown(shelf.move(id, shares))
  const after = { ...valued, expiryDate: earliestExpiry(shelf.list(), valued.expiryDate) }
  scene.medicines.set(after._id, after)
  const reason = {
    _id: id,
    type: command.type,
    reverses: reverses ?? null,
    actorId: command.actorId ?? callerId,
  }
  return {
    move: {
      ...{ before, after, reason, given, lines, batches: shelf.published() },
      toSupplier: one.batch?.toSupplier === true,
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

/** Carries out commands in their order, each on the stock that the ones before it have left. */
async function carryOut(trx: Knex.Transaction, asked: Asked[], clock: StoreClock): Promise<StoredCommand[]> {
  const { medicines, shelves } = await createShelfStore(trx).lock(
    asked.map(({ command }) => command.medicineId),
    asked.some(({ command, batch }) => batch || command.reverses) ? 'all' : 'in stock',
  )
  const scene = { trx, medicines, shelves, clock }
  const moves: Move[] = []
  const stored: StoredCommand[] = []
  for (const one of asked) {
    const { outcome, move } = await carryOutOne(one, scene)
    if (move) moves.push(move)
    stored.push({ id: one.id, fingerprint: one.fingerprint, outcome })
  }
  await createLedger(trx).move(moves, shelves)
  return stored
}

/**
 * Decides each command once and for all, those that come at the same time in one database transaction. Should the primary
 * key say that one was decided before, or another transaction hold the row of one, the whole batch is undone and each is decided
 * by itself.
 */
export function createExecutor({ db, clock }: { db: Knex; clock: StoreClock }) {
  const commands = createCommandStore(db)

  /** With `isCurrent` false what is refused is not stored: the stock it was refused for may be an old one. */
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
  const alone = (asked: Asked) =>
    turns.take(asked.command.medicineId, () => once(asked.id, (trx) => carryOut(trx, [asked], clock)))

  const together = createBatcher((asked: Asked[]) => store((trx) => carryOut(trx, asked, clock)), {
    alone,
    isDoneAlone: (error) => isLockWait(error) || !isDatabaseUnavailable(error),
  })

  const answered = (stored: StoredCommand): StoredCommand => {
    failpoint(failpoints.committed)
    return stored
  }

  return {
    /** The command as it was first decided, whenever its id comes. */
    async execute(asked: Asked): Promise<StoredCommand> {
      failpoint(failpoints.received)
      const { reverses, medicineId } = asked.command
      // What a reversal undoes must be in the ledger before it, not in the same batch.
      const isAlone = reverses !== undefined || turns.isHeld(medicineId)
      return answered(await (isAlone ? alone(asked) : together(asked)))
    },
    /** Makes sure that a command that has not come yet never has an effect. */
    async cancel(id: string): Promise<StoredCommand> {
      failpoint(failpoints.received)
      const outcome: StockOutcome = { outcome: 'cancelled' }
      const tombstone: StoredCommand = { id, fingerprint: null, outcome }
      return answered(await once(id, async () => [tombstone]))
    },
  }
}
