import { randomUUID } from 'node:crypto'
import type { MedicineState } from '@mms/contracts'
import { createStoreClock } from '@mms/service-kit'
import { type ClusteredDatabase, openClustered } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMedicineStore } from '../medicines/store.ts'
import { migrations } from '../migrations/list.ts'
import { createExecutor } from './executor.ts'

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
    ...{ createdAt: at, updatedAt: at },
    demandFactors: {
      ...{ seasonal: false, seasonalTrend: none, climateDependent: false },
      climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
    },
  }
}

test('what one node took in can be sold at a node that does not have it yet', {
  timeout: 300_000,
}, async () => {
  const [one, , behind] = clustered.pools
  const clock = createStoreClock('Asia/Kolkata')
  const [receiving, selling] = [createExecutor({ db: one, clock }), createExecutor({ db: behind, clock })]
  const medicine = emptyMedicine()
  await createMedicineStore(one).insert([medicine])
  const asked = (type: 'purchase' | 'sale') => ({
    ...{ id: randomUUID(), callerId: 'service:sales', fingerprint: randomUUID() },
    command: {
      ...{ medicineId: medicine._id, type, quantity: 1 },
      direction: type === 'sale' ? ('decrease' as const) : ('increase' as const),
    },
  })
  await clustered.untilBehind(async () => {
    await receiving.execute(asked('purchase'))
    const seen = await behind('medicines').where({ id: medicine._id }).first('current_stock')
    const { outcome } = await selling.execute(asked('sale'))
    expect(outcome).toMatchObject({ outcome: 'applied' })
    return seen?.current_stock === 0
  })
})
