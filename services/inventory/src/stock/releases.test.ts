import { stockCommandSchema } from '@mms/contracts'
import { defineService, type Service } from '@mms/service-kit'
import {
  besideReplica,
  type OpenService,
  openService,
  type TestClient,
  testDatabases,
} from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Inventory, newId, openInventory } from '../../test/support.ts'
import { inventory as definition } from '../app.ts'

/** A fictitious next release, whose commands may name a shelf and have a default one. */
const nextRelease = defineService({
  ...definition,
  version: '0.5.0',
  async create(context) {
    const service = await definition.create(context)
    const body = stockCommandSchema.safeExtend({ shelf: z.string().default('none') })
    const routes = service.routes.map((route) =>
      route.body === stockCommandSchema ? { ...route, body } : route,
    )
    return { ...service, routes }
  },
})

describe.each(testDatabases())('releases of inventory side by side on $name', (database) => {
  let inventory: Inventory
  let next: OpenService<Service>
  let tomorrow: TestClient
  beforeAll(async () => {
    inventory = await openInventory(database)
    next = await openService(nextRelease, besideReplica(inventory), { tokens: inventory.tokens })
    tomorrow = next.client
  })
  afterAll(async () => {
    await next.close()
    await inventory.close()
  })

  const send = (replica: TestClient, id: string, body: unknown) =>
    replica.put(`/internal/movements/${id}`, { token: inventory.tokens.serviceToken('sales'), body })
  const mismatch = { status: 422, body: { code: 'inventory.command_mismatch' } }

  test('a release that adds a field with a default knows a command decided before it', async () => {
    const { _id: medicineId } = await inventory.create({ currentStock: 50 })
    const command = { medicineId, type: 'sale', quantity: 3 }
    for (const [first, second] of [
      [inventory.client, tomorrow],
      [tomorrow, inventory.client],
    ] as const) {
      const id = newId()
      const decided = await send(first, id, command)
      expect(await send(second, id, command)).toMatchObject({ status: 200, body: decided.body as object })
      expect(await send(second, id, { ...command, quantity: 4 })).toMatchObject(mismatch)
    }
    expect(await inventory.state(medicineId)).toMatchObject({ currentStock: 44 })
  })
})
