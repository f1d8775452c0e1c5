import type { LedgerLine, Movement, StockOutcome } from '@mms/contracts'
import { isSameFingerprint, problem, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createMedicineStore } from '../medicines/store.ts'
import { createCommandStore, type StoredCommand } from './command-store.ts'
import { type CommandRequest, createExecutor } from './executor.ts'
import { createMovementStore } from './movement-store.ts'
import { unknownMedicine } from './rules.ts'

/** One that was cancelled before it came has no fingerprint, and is whatever comes under its id. */
const isSameCommand = ({ fingerprint }: StoredCommand, asked: CommandRequest): boolean =>
  fingerprint === null || isSameFingerprint(fingerprint, asked.fingerprint)

export function createStockService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const executor = createExecutor({ db, clock })

  /** Newest first, below the version `before` where given; also of a deleted medicine. */
  async function listMovements(medicineId: string, limit: number, before?: number): Promise<Movement[]> {
    const movements = await createMovementStore(db).list(medicineId, limit, before)
    if (movements.length === 0 && !(await createMedicineStore(db).exists(medicineId))) {
      throw problem.notFound(unknownMedicine.code, unknownMedicine.message)
    }
    return movements
  }

  return {
    /** Decides a command once and for all, and answers the same outcome whenever the id comes again. */
    async execute(asked: CommandRequest): Promise<StockOutcome> {
      const stored = await executor.execute(asked)
      if (!isSameCommand(stored, asked)) {
        throw problem.unprocessable('inventory.command_mismatch', 'This id belongs to another command')
      }
      return stored.outcome
    },
    /** Makes sure that a command that has not come yet never has an effect. */
    async cancel(id: string): Promise<StockOutcome> {
      return (await executor.cancel(id)).outcome
    },
    listMovements,
    /** The same, and which of them carried out a command. */
    async listLedger(medicineId: string, limit: number, before: number): Promise<LedgerLine[]> {
      const movements = await listMovements(medicineId, limit, before)
      const commands = await createCommandStore(db).listIds(movements.map(({ _id }) => _id))
      return movements.map((movement) => ({ ...movement, commanded: commands.has(movement._id) }))
    },
  }
}
export type StockService = ReturnType<typeof createStockService>
