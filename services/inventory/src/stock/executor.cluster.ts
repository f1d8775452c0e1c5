import { randomUUID } from 'node:crypto'
import { defaultPack, type MedicineState } from '@mms/contracts'
import { catchUp, createStoreClock } from '@mms/service-kit'
import { type ClusteredDatabase, nextCatchUp, openClustered } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMedicineStore } from '../medicines/store.ts'
import { migrations } from '../migrations/list.ts'
import { createExecutor } from './executor.ts'
import { createGroupExecutor } from './group-executor.ts'
import { createMedicineQueue } from './medicine-queue.ts'

let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered(migrations)
})
afterAll(() => clustered.close())

function emptyMedicine(): MedicineState {
  const at = new Date().toISOString()
  const none = { winter: 1, spring: 1, summer: 1, fall: 1 }
  return {
    ...{ _id: randomUUID(), name: `Late ${randomUUID()}`, category: 'Other', manufacturer: '', unitPrice: 1 },
    ...{ currentStock: 0, minStockLevel: 0, expiryDate: null, version: 1, stockVersion: 0, deleted: false },
    ...{ barcode: null, composition: null, mrp: null, createdAt: at, updatedAt: at },
    ...defaultPack,
    demandFactors: {
      ...{ seasonal: false, seasonalTrend: none, climateDependent: false },
      climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
    },
  }
}

type CommandRequest = Parameters<ReturnType<typeof createExecutor>['execute']>[0]

const commandRequest = (
  medicineId: string,
  type: 'purchase' | 'sale',
  reverses?: string,
): CommandRequest => ({
  ...{ id: randomUUID(), callerId: 'service:sales', fingerprint: randomUUID() },
  command: {
    ...{ medicineId, type, quantity: 1, ...(reverses && { reverses }) },
    direction: type === 'sale' ? ('decrease' as const) : ('increase' as const),
  },
})

const clock = createStoreClock('Asia/Kolkata')

interface DecidedCommand {
  id: string
  outcome: Promise<{ outcome: unknown }>
}

function commandAt(db: Knex, request: CommandRequest): DecidedCommand {
  return {
    id: request.id,
    outcome: createExecutor({ db, clock, turns: createMedicineQueue() }).execute(request),
  }
}

/** Decides at a node that lacks a purchase of another node. */
async function decidedBehind(decideAfter: (purchase: CommandRequest, behind: Knex) => DecidedCommand) {
  const [one, , behind] = clustered.pools
  const medicine = emptyMedicine()
  await createMedicineStore(one).insert([medicine])
  await catchUp(behind)
  const { executed } = await clustered.whileLagging(2, async () => {
    const purchase = commandRequest(medicine._id, 'purchase')
    await commandAt(one, purchase).outcome
    expect(await behind('medicines').where({ id: medicine._id }).pluck('current_stock')).toEqual([0])
    let isWaiting = false
    void nextCatchUp(behind).then(() => {
      isWaiting = true
    })
    const { id, outcome: executed } = decideAfter(purchase, behind)
    // Or, where it does not wait, until the others have the outcome, which its node commits only after the purchase.
    const isDecided = () => one('stock_commands').where({ id }).first('id')
    await vi.waitUntil(async () => isWaiting || (await isDecided()), { timeout: 30_000 })
    return { executed }
  })
  return (await executed).outcome
}

test('what one node took in can be sold at a node that does not have it yet', async () => {
  const outcome = await decidedBehind(({ command }, behind) =>
    commandAt(behind, commandRequest(command.medicineId, 'sale')),
  )
  expect(outcome).toMatchObject({ outcome: 'applied', balanceAfter: 0 })
})

test('what one node took in can be undone at a node that does not have it yet', async () => {
  const outcome = await decidedBehind(({ id, command }, behind) =>
    commandAt(behind, commandRequest(command.medicineId, 'purchase', id)),
  )
  expect(outcome).toMatchObject({ outcome: 'applied', balanceAfter: 0 })
})

test('what one node took in can be billed at a node that does not have it yet', async () => {
  const outcome = await decidedBehind(({ command: { medicineId } }, behind) => {
    const id = randomUUID()
    const line = { _id: randomUUID(), medicineId, units: 1, packSize: 1, packPrice: 100, packMrp: null }
    const group = { actorId: 'user-1', lines: [{ ...line, taxClass: 'medicine' as const }] }
    const executor = createGroupExecutor({ db: behind, clock, turns: createMedicineQueue() })
    return { id, outcome: executor.execute({ id, group, callerId: 'service:sales', fingerprint: id }) }
  })
  expect(outcome).toMatchObject({ outcome: 'applied', lines: [{ balanceAfter: 0 }] })
})
