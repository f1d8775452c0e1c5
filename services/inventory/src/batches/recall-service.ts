import type { BatchFlow, BatchMovement, DiscountBatches, HoldBatches, NamedStockBatch } from '@mms/contracts'
import { type Actor, inTransaction, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { searchKey } from '../medicines/rules.ts'
import type { Batch } from '../shelves/rules.ts'
import { type BatchChange, changeBatches, type Locked, lockBatches } from './changes.ts'
import { discountsOf } from './discount.ts'
import { holdsOf } from './held.ts'
import { createBatchMovementStore } from './movement-store.ts'
import { createQueueStore } from './queue-store.ts'
import { flowOf, type HoldAction, noSuchBatch } from './rules.ts'
import { createBatchPageStore } from './store.ts'

/** So many batches on hold are listed. */
const MOST_HELD = 500

/** Lists the movements of a batch, newest first, below the version `before` where given. */
function createMovementList(db: Knex) {
  const movements = createBatchMovementStore(db)
  return async (id: string, limit: number, before?: number): Promise<BatchMovement[]> => {
    const lines = await movements.list(id, limit, before)
    if (lines.length === 0 && (await createBatchPageStore(db).find([id])).length === 0) throw noSuchBatch()
    return lines
  }
}

/** Recalls: what there is of batches, where it went, and holding it. */
export function createBatchRecallService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const store = createBatchPageStore(db)
  const movements = createBatchMovementStore(db)

  async function find(number: string, manufacturer?: string): Promise<NamedStockBatch[]> {
    const found = await store.listByNumber(number)
    if (manufacturer === undefined) return found
    return found.filter((batch) => searchKey(batch.manufacturer) === searchKey(manufacturer))
  }

  const asked = ({ batchIds, manufacturer, number }: HoldBatches): Promise<NamedStockBatch[]> =>
    batchIds ? store.find(batchIds) : find(number ?? '', manufacturer)

  async function withFlow(batches: NamedStockBatch[]): Promise<BatchFlow[]> {
    const sums = await movements.sums(batches.map(({ _id }) => _id))
    return batches.map((batch) => ({ ...batch, ...flowOf(sums.get(batch._id) ?? [], batch.stock) }))
  }

  /** Changes batches of several medicines in one transaction, by what they are then. */
  async function changeTogether(
    batches: NamedStockBatch[],
    actor: Actor,
    changesOf: (current: Batch[], now: { at: Date; locked: Locked }) => BatchChange[],
  ): Promise<void> {
    if (batches.length === 0) throw noSuchBatch()
    await inTransaction(db, async (trx) => {
      const locked = await lockBatches(
        trx,
        batches.map(({ medicineId }) => medicineId),
      )
      const at = clock.now()
      const current = batches.flatMap(
        ({ _id, medicineId }) => locked.shelves.get(medicineId)?.find(_id) ?? [],
      )
      await changeBatches(trx, locked, changesOf(current, { at, locked }), { actor, at })
    })
  }

  return {
    /** What came in, went out and is left of every batch with a number, for a recall. */
    async trace(number: string, manufacturer?: string): Promise<BatchFlow[]> {
      return withFlow(await find(number, manufacturer))
    },
    async traceOne(id: string): Promise<BatchFlow> {
      const [batch] = await withFlow(await store.find([id]))
      if (!batch) throw noSuchBatch()
      return batch
    },
    listMovements: createMovementList(db),
    /** Holds or releases batches in one step; those that are so already stay as they are. */
    async hold(action: HoldAction, request: HoldBatches, actor: Actor): Promise<NamedStockBatch[]> {
      const { reason } = request
      await changeTogether(await asked(request), actor, (current, { at }) =>
        holdsOf(action, current, { reason, actor, at }),
      )
      return asked(request)
    },
    /** Gives batches a lower price of their own, all or none. */
    async discount({ batchIds, percent }: DiscountBatches, actor: Actor): Promise<NamedStockBatch[]> {
      await changeTogether(await store.find(batchIds), actor, (current, { at, locked }) =>
        discountsOf(locked, current, { percent, actor, at, today: clock.today() }),
      )
      return store.find(batchIds)
    },
    /** What is on hold of all medicines, the newest first. */
    listHeld: (): Promise<NamedStockBatch[]> => createQueueStore(db).listHeld(MOST_HELD),
  }
}
export type BatchRecallService = ReturnType<typeof createBatchRecallService>
