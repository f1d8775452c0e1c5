import type { GroupOutcome, LedgerLine, Movement, StockOutcome } from '@mms/contracts'
import { isSameFingerprint, problem, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { medicineNotFoundProblem } from '../medicines/service.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { createCommandStore, type StoredOutcome } from './command-store.ts'
import { type CommandRequest, createExecutor } from './executor.ts'
import { createGroupExecutor, type GroupRequest } from './group-executor.ts'
import { createMedicineQueue } from './medicine-queue.ts'
import { createMovementStore } from './movement-store.ts'

/** A command cancelled before it arrived has no fingerprint and matches any request. */
const isSameCommand = ({ fingerprint }: StoredOutcome, request: CommandRequest): boolean =>
  fingerprint === null || isSameFingerprint(fingerprint, request.fingerprint)

const mismatch = () =>
  problem.unprocessable('inventory.command_mismatch', 'This id belongs to another command')

export function createStockService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const turns = createMedicineQueue()
  const executor = createExecutor({ db, clock, turns })
  const groups = createGroupExecutor({ db, clock, turns })

  async function listMovements(medicineId: string, limit: number, before?: number): Promise<Movement[]> {
    const movements = await createMovementStore(db).list(medicineId, limit, before)
    if (movements.length === 0 && !(await createMedicineStore(db).exists(medicineId))) {
      throw medicineNotFoundProblem()
    }
    return movements
  }

  return {
    async execute(request: CommandRequest): Promise<StockOutcome> {
      const stored = await executor.execute(request)
      if (!isSameCommand(stored, request)) throw mismatch()
      return stored.outcome as StockOutcome
    },
    async executeGroup(request: GroupRequest): Promise<GroupOutcome> {
      const { fingerprint, outcome } = await groups.execute(request)
      if (fingerprint === null || !isSameFingerprint(fingerprint, request.fingerprint)) throw mismatch()
      return outcome as GroupOutcome
    },
    async cancel(id: string): Promise<StockOutcome> {
      return (await executor.cancel(id)).outcome as StockOutcome
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
