import type { Movement, StockCommand, StockOutcome } from '@mms/contracts'
import { failpoint, inTransaction, isUniqueViolation, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import { withStock } from '../medicines/rules.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { StoreClock } from '../store-clock.ts'
import { createCommandStore, type StoredCommand } from './command-store.ts'
import { createLedger } from './ledger.ts'
import { createMovementStore } from './movement-store.ts'
import { decide, decideReversal, type Undone, unknownMedicine } from './rules.ts'

/** The steps of a command at which a test kills or stops this process. */
const failpoints = {
  received: 'inventory.command.received',
  written: 'inventory.command.written',
  committed: 'inventory.command.committed',
}

const rejected = ({ code, message }: { code: string; message: string }): StockOutcome => ({
  outcome: 'rejected',
  code,
  message,
})

async function findUndone(trx: Knex.Transaction, id: string): Promise<Undone | undefined> {
  const movements = createMovementStore(trx)
  const movement = await movements.find(id)
  return movement && { movement, isReversed: await movements.isReversed(id) }
}

export function createStockService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const commands = createCommandStore(db)

  async function apply(trx: Knex.Transaction, id: string, command: StockCommand, callerId: string) {
    const before = await createMedicineStore(trx).lock(command.medicineId)
    if (!before) return rejected(unknownMedicine)
    const decision = command.reverses
      ? decideReversal(command, before, await findUndone(trx, command.reverses))
      : decide(command, before, clock.today())
    if ('code' in decision) return rejected(decision)
    const after = withStock(before, before.currentStock + decision.effect, clock.now().toISOString())
    await createLedger(trx).move(before, after, {
      _id: id,
      type: command.type,
      reverses: command.reverses ?? null,
      actorId: command.actorId ?? callerId,
    })
    return {
      outcome: 'applied' as const,
      movementId: id,
      medicineId: after._id,
      version: after.stockVersion,
      balanceAfter: after.currentStock,
    }
  }

  /** Stores what `work` decides under the id; an id that is known keeps its outcome and undoes `work`. */
  async function once(
    id: string,
    request: string | null,
    work: (trx: Knex.Transaction) => Promise<StockOutcome> | StockOutcome,
  ): Promise<StoredCommand> {
    failpoint(failpoints.received)
    try {
      const decided = await inTransaction(db, async (trx) => {
        const stored = { id, request, outcome: await work(trx) }
        await createCommandStore(trx).insert(stored, clock.now())
        failpoint(failpoints.written)
        return stored
      })
      failpoint(failpoints.committed)
      return decided
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const known = await commands.find(id)
      if (!known) throw problem.conflict('inventory.id_taken', 'This id belongs to something else')
      return known
    }
  }

  return {
    /**
     * Decides a command once and for all, and answers the same outcome whenever the id comes again. The
     * primary key of the commands is the judge: whatever two at once have done, one of them is undone.
     */
    async execute(id: string, command: StockCommand, callerId: string): Promise<StockOutcome> {
      const request = JSON.stringify(command)
      const known = await once(id, request, (trx) => apply(trx, id, command, callerId))
      if (known.request !== null && known.request !== request) {
        throw problem.unprocessable('inventory.command_mismatch', 'This id belongs to another command')
      }
      return known.outcome
    },
    /** Makes sure that a command that has not come yet never has an effect. */
    async cancel(id: string): Promise<StockOutcome> {
      return (await once(id, null, () => ({ outcome: 'cancelled' }))).outcome
    },
    /** Newest first, below the version `before` where given; also of a deleted medicine. */
    async listMovements(medicineId: string, limit: number, before?: number): Promise<Movement[]> {
      const movements = await createMovementStore(db).list(medicineId, limit, before)
      if (movements.length === 0 && !(await createMedicineStore(db).exists(medicineId))) {
        throw problem.notFound(unknownMedicine.code, unknownMedicine.message)
      }
      return movements
    },
  }
}
export type StockService = ReturnType<typeof createStockService>
