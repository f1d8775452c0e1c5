import { addDays, type Catalogue, medicinesOf } from '@mms/contracts'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Inventory, NOON, newId, newIdAt, openInventory } from '../../test/support.ts'

const noonOf = (days: number) => `${addDays('2026-11-20', days)}T06:30:00.000Z`

describe.each(testDatabases())('what a counter compares with on $name', (kind: TestDatabase) => {
  let inventory: Inventory
  let id: string
  beforeEach(async () => {
    inventory = await openInventory(kind)
    id = (await inventory.create({ currentStock: 5_000, unitPrice: 30, mrp: 80.5 }))._id
  })
  afterEach(() => inventory.close())

  const ask = async (since = '') =>
    (await inventory.get<Catalogue>(`/api/medicines/catalogue${since && `?since=${since}`}`)).body
  const row = async () => medicinesOf((await ask()).columns as never)[0]
  const move = async (days: number, type: 'sale' | 'purchase', quantity: number, reverses?: string) => {
    inventory.setNow(noonOf(days))
    const movement = newIdAt(noonOf(days))
    const command = { medicineId: id, type, quantity, ...(reverses && { reverses }) }
    expect((await inventory.command(movement, command)).status).toBe(200)
    return movement
  }

  test('a usual quantity is the mean of a sale, and of a purchase, once there were five', async () => {
    for (const quantity of [1, 2, 3, 2]) await move(-3, 'sale', quantity)
    inventory.setNow(NOON)
    expect(await row()).toMatchObject({ usualSale: null, usualPurchase: null })
    await move(-2, 'sale', 4)
    for (const quantity of [40, 60, 50, 40, 60]) await move(-1, 'purchase', quantity)
    const undone = await move(-1, 'sale', 900)
    await move(-1, 'sale', 900, undone)
    await inventory.command(newId(), { medicineId: id, type: 'expired', quantity: 400 })
    inventory.setNow(noonOf(1))
    expect(await row()).toMatchObject({ usualSale: 2, usualPurchase: 50 })
  })

  test('what is sold today changes it tomorrow', async () => {
    for (let count = 0; count < 5; count += 1) await move(0, 'sale', 7)
    expect(await row()).toMatchObject({ usualSale: null })
    inventory.setNow(noonOf(1))
    expect(await row()).toMatchObject({ usualSale: 7 })
    inventory.setNow(noonOf(91))
    expect(await row()).toMatchObject({ usualSale: null })
  })
})
