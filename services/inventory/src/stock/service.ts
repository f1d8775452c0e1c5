import type { LedgerLine, Movement, StockOutcome } from '@mms/contracts'
import { isSameFingerprint, problem, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { medicineNotFound } from '../medicines/service.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { createCommandStore, type StoredCommand } from './command-store.ts'
import { type CommandRequest, createExecutor } from './executor.ts'
import { createMovementStore } from './movement-store.ts'

/** A command cancelled before it arrived has no fingerprint and matches any request. */
const isSameCommand = ({ fingerprint }: StoredCommand, request: CommandRequest): boolean =>
  fingerprint === null || isSameFingerprint(fingerprint, request.fingerprint)

export function createStockService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const executor = createExecutor({ db, clock })

  async function listMovements(medicineId: string, limit: number, before?: number): Promise<Movement[]> {
    const movements = await createMovementStore(db).list(medicineId, limit, before)
    if (movements.length === 0 && !(await createMedicineStore(db).exists(medicineId))) {
      throw medicineNotFound()
    }
    return movements
  }

  return {
    async execute(request: CommandRequest): Promise<StockOutcome> {
      const stored = await executor.execute(request)
      if (!isSameCommand(stored, request)) {
        throw problem.unprocessable('inventory.command_mismatch', 'This id belongs to another command')
      }
      return stored.outcome
    },
    async cancel(id: string): Promise<StockOutcome> {
      return (await executor.cancel(id)).outcome
    },
    listMovements,
    async listLedger(medicineId: string, limit: number, before: number): Promise<LedgerLine[]> {
      const movements = await listMovements(medicineId, limit, before)
      const commands = await createCommandStore(db).listIds(movements.map(({ _id }) => _id))
      return movements.map((movement) => ({ ...movement, commanded: commands.has(movement._id) }))
    },
  }
}
export type StockService = ReturnType<typeof createStockService>
