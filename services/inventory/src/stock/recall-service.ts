import {
  type BatchFlow,
  type BatchMovement,
  type DiscountBatches,
  type HoldBatches,
  makerKey,
  type NamedStockBatch,
  packPaiseOf,
  paiseToRupees,
  unitPriceOf,
} from '@mms/contracts'
import { type Actor, problem, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { aboveMrpMessage } from './allocation.ts'
import type { Batch } from './batch.ts'
import { type BatchChange, createBatchChanger, type LockedStock } from './batch-changes.ts'
import { type BatchHold, createBatchPageStore, namedBatches, tracedBatches } from './batch-page-store.ts'
import {
  batchFlowOf,
  batchNotFoundProblem,
  type HoldAction,
  holdActions,
  isAboveMrp,
  type Release,
  releasedStatus,
} from './batch-rules.ts'
import { createQueueStore } from './expiry-queue-store.ts'
import { canBeSold } from './fefo.ts'
import { createBatchMovementStore } from './movement-store.ts'
import {
  createRecallStore,
  type HeldBy,
  listCoveringRecalls,
  listRecalls,
  type Recall,
} from './recall-store.ts'

/** Rounds to the paisa; at least one paisa, unless the price is 0. */
export const discountedPrice = (price: number, percent: number): number =>
  Math.max(Math.min(price, 0.01), Math.round(price * (100 - percent)) / 100)

const signed = ({ id, name }: Author, at: Date) => ({ by: id, byName: name.slice(0, 200), at })

function discountBatches(
  { medicines }: LockedStock,
  batches: Batch[],
  {
    percent,
    actor,
    at,
    today,
    discounted,
  }: Pick<DiscountBatches, 'percent'> & {
    actor: Actor
    at: Date
    today: string
    discounted: ReadonlySet<string>
  },
): BatchChange[] {
  return batches.map((batch) => {
    const medicine = medicines.get(batch.medicineId)
    if (!medicine || !canBeSold(batch, today)) {
      const which = `batch ${batch.number ?? 'without a number'} of ${medicine?.name}`
      throw problem.conflict(
        'inventory.batch_not_sold',
        `Nothing was discounted: ${which} ${batch.status === 'available' ? 'has expired' : 'is on hold'}`,
      )
    }
    const { packSize = 1 } = medicine
    // Discounts do not add up.
    const full = packPaiseOf(medicine, discounted.has(batch._id) ? undefined : batch).packPrice
    const packPrice = discountedPrice(paiseToRupees(full), percent)
    const unitPrice = unitPriceOf(packPrice, packSize)
    const after = { ...batch, unitPrice, ...(packSize > 1 && { packPrice }) }
    if (isAboveMrp(after, medicine)) {
      const message = aboveMrpMessage(medicine.name, { ...batch, mrp: batch.mrp ?? medicine.mrp ?? null })
      throw problem.conflict('inventory.batch_mrp', `Nothing was discounted: ${message}`)
    }
    return {
      after,
      details: { discounted: signed(actor, at) },
      action: 'batch.discounted',
      audit: {
        before: { batch: batch.number, unitPrice: batch.unitPrice ?? medicine.unitPrice },
        after: { batch: batch.number, unitPrice, percent },
      },
    }
  })
}

type Author = Pick<Actor, 'id' | 'name'>

interface HoldReason {
  reason: string
  actor: Author
  at: Date
}

function holdBatch(
  action: HoldAction,
  batch: Batch,
  { reason, actor, at }: HoldReason,
  quarantine: BatchHold | null = null,
): BatchChange {
  const { status, done } = holdActions[action]
  const held = status === 'available' ? null : { reason, ...signed(actor, at) }
  return {
    after: { ...batch, status },
    details: { held, quarantine },
    action: done,
    audit: {
      before: { batch: batch.number, status: batch.status },
      after: { batch: batch.number, status, reason },
    },
  }
}

function quarantineAgain(batch: Batch, quarantine: BatchHold, why: HoldReason): BatchChange {
  const change = holdBatch('quarantine', batch, { ...why, reason: quarantine.reason ?? '' })
  const held = { ...quarantine, at: new Date(quarantine.at) }
  return { ...change, details: { ...change.details, held } }
}

function releaseBatch(
  batch: Batch,
  { recall, quarantine }: { recall: HeldBy | undefined; quarantine: BatchHold | undefined },
  release: Release,
  why: HoldReason,
): BatchChange[] {
  const status = releasedStatus(batch.status, recall !== undefined, release)
  if (status === batch.status) return []
  if (status === 'available' && quarantine && release.endsRecall)
    return [quarantineAgain(batch, quarantine, why)]
  if (status === 'available' || !recall) return [holdBatch('release', batch, why)]
  const { reason, by: id, byName: name } = recall
  return [holdBatch('recall', batch, { reason, actor: { id, name }, at: why.at })]
}

const MAX_LISTED = 500

type MakerAndNumber = Pick<Recall, 'manufacturer' | 'number'>

const recallsOf = ({ manufacturer, number }: HoldBatches, found: NamedStockBatch[]): MakerAndNumber[] =>
  manufacturer !== undefined && number !== undefined
    ? [{ manufacturer, number }]
    : found.flatMap((batch) =>
        batch.number === null ? [] : [{ manufacturer: batch.manufacturer, number: batch.number }],
      )

const medicinesOf = (batches: NamedStockBatch[]) => batches.map(({ medicineId }) => medicineId)

const currentOf = (batches: NamedStockBatch[], { shelves }: LockedStock): Batch[] =>
  batches.flatMap(({ _id, medicineId }) => shelves.get(medicineId)?.find(_id) ?? [])

async function changeHolds(
  action: HoldAction,
  { trx, current, locked }: { trx: Knex.Transaction; current: NamedStockBatch[]; locked: LockedStock },
  release: Release,
  why: HoldReason,
): Promise<BatchChange[]> {
  const { from } = holdActions[action]
  const batches = currentOf(current, locked).filter(({ status }) => from.includes(status))
  if (action !== 'release') {
    const holds = new Map(current.map(({ _id, held }) => [_id, held]))
    return batches.map((batch) => holdBatch(action, batch, why, holds.get(batch._id)))
  }
  const recalls = await listCoveringRecalls(trx, current)
  const quarantines = await createBatchPageStore(trx).listQuarantines(batches.map(({ _id }) => _id))
  return batches.flatMap((batch) => {
    const holds = { recall: recalls.get(batch._id), quarantine: quarantines.get(batch._id) }
    return releaseBatch(batch, holds, release, why)
  })
}

/** Includes batches that had the number before it was corrected. */
async function find(
  db: Knex,
  number: string,
  manufacturer?: string,
  queryBatches = namedBatches,
): Promise<NamedStockBatch[]> {
  const found = await createBatchPageStore(db, queryBatches).listByNumber(number)
  if (manufacturer === undefined) return found
  return found.filter((batch) => makerKey(batch.manufacturer) === makerKey(manufacturer))
}

/** A batch of a deleted medicine can be recalled, so that later deliveries of its number are held. */
function findRequested(
  db: Knex,
  action: HoldAction,
  { batchIds, manufacturer, number }: HoldBatches,
): Promise<NamedStockBatch[]> {
  const queryBatches = action === 'recall' ? tracedBatches : namedBatches
  if (batchIds) return createBatchPageStore(db, queryBatches).find(batchIds)
  return find(db, number ?? '', manufacturer, queryBatches)
}

export function createBatchRecallService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const store = createBatchPageStore(db)
  const traced = createBatchPageStore(db, tracedBatches)
  const movements = createBatchMovementStore(db)
  const changeLocked = createBatchChanger({ db, clock })

  async function withFlow(batches: NamedStockBatch[]): Promise<BatchFlow[]> {
    const ids = batches.map(({ _id }) => _id)
    const [sums, former] = await Promise.all([movements.sums(ids), store.listFormerNumbers(ids)])
    return batches.map((batch) => ({
      ...batch,
      ...batchFlowOf(sums.get(batch._id) ?? [], batch.stock),
      formerNumbers: (former.get(batch._id) ?? []).filter((number) => number !== batch.number),
    }))
  }

  return {
    async trace(number: string, manufacturer?: string): Promise<BatchFlow[]> {
      return withFlow(await find(db, number, manufacturer, tracedBatches))
    },
    async traceOne(id: string): Promise<BatchFlow> {
      const [batch] = await withFlow(await traced.find([id]))
      if (!batch) throw batchNotFoundProblem()
      return batch
    },
    async listMovements(id: string, limit: number, before?: number): Promise<BatchMovement[]> {
      const lines = await movements.list(id, limit, before)
      if (lines.length === 0 && (await traced.find([id])).length === 0) throw batchNotFoundProblem()
      return lines
    },
    /** Holds or releases batches in one transaction. Skips batches that are in that state already. */
    async hold(action: HoldAction, request: HoldBatches, actor: Actor): Promise<NamedStockBatch[]> {
      const found = await findRequested(db, action, request)
      const makers = recallsOf(request, found)
      // Locks all medicines of the manufacturer, so that no concurrent delivery misses the recall.
      const others = await createRecallStore(db).medicinesOf(makers.map(({ manufacturer }) => manufacturer))
      await changeLocked([...medicinesOf(found), ...others], actor, async (trx, locked, at) => {
        const { reason } = request
        const recalls = createRecallStore(trx)
        const made = makers.map((recall) => ({ ...recall, reason, ...signed(actor, at) }))
        if (action === 'recall') await recalls.insert(made)
        // Batches named by id were inspected one by one, so the recall stays in force for all others.
        const isOver =
          action === 'release' && !request.batchIds && (await recalls.remove(makers[0] as MakerAndNumber))
        const current = await findRequested(trx, action, request)
        if (current.length === 0 && action !== 'recall' && !isOver) throw batchNotFoundProblem()
        const release = { isInspected: request.batchIds !== undefined, endsRecall: isOver }
        return changeHolds(action, { trx, current, locked }, release, { reason, actor, at })
      })
      return findRequested(db, action, request)
    },
    async discount({ batchIds, percent }: DiscountBatches, actor: Actor): Promise<NamedStockBatch[]> {
      const found = await store.find(batchIds)
      if (found.length === 0) throw batchNotFoundProblem()
      await changeLocked(medicinesOf(found), actor, async (trx, locked, at) => {
        // Read under the lock, so that it includes a concurrent discount.
        const current = await createBatchPageStore(trx).find(batchIds)
        const discounted = new Set(current.filter((batch) => batch.discounted).map(({ _id }) => _id))
        const today = clock.today()
        return discountBatches(locked, currentOf(current, locked), { percent, actor, at, today, discounted })
      })
      return store.find(batchIds)
    },
    listRecalls: () => listRecalls(db, MAX_LISTED),
    listHeld: (): Promise<NamedStockBatch[]> => createQueueStore(db).listHeld(MAX_LISTED),
  }
}
export type BatchRecallService = ReturnType<typeof createBatchRecallService>
