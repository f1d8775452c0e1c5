import { addDays, type Catalogue, medicinesOf } from '@mms/contracts'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Inventory, NOON, newId, newIdAt, openInventory } from '../../test/support.ts'

const TODAY = '2026-11-20'
/** Noon in Kolkata, `days` store days from today. */
const noonOf = (days: number) => `${addDays(TODAY, days)}T06:30:00.000Z`

async function ask({ client, staff }: Pick<Inventory, 'client' | 'staff'>, since?: string) {
  const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`
  return (await client.get<Catalogue>(`/api/medicines/catalogue${query}`, { token: staff })).body
}

/** Records a sale at this time. */
async function sellAt(inventory: Inventory, at: string, medicineId: string, quantity: number) {
  inventory.setNow(at)
  const id = newIdAt(at)
  const { status } = await inventory.command(id, { medicineId, quantity })
  expect(status).toBe(200)
  return id
}

const soldIn = (catalogue: Catalogue) =>
  Object.fromEntries(medicinesOf(catalogue.columns as never).map(({ name, sold }) => [name, sold]))

describe.each(testDatabases())('changes of the catalogue on $name', (kind: TestDatabase) => {
  let inventory: Inventory
  // Each test needs a new service: only here do clocks go back, and a replica keeps the sums of a day.
  beforeEach(async () => {
    inventory = await openInventory(kind)
  })
  afterEach(() => inventory.close())
  const create = async (name: string) => (await inventory.create({ name, currentStock: 500 }))._id

  test('of a new day are what changed, and what was sold by id', async () => {
    const [a, b, c] = [await create('A'), await create('B'), await create('C')]
    await sellAt(inventory, noonOf(0), a, 7)
    const { version } = await ask(inventory)
    await sellAt(inventory, noonOf(0), b, 3)
    inventory.setNow(noonOf(1))
    const changes = await ask(inventory, version)
    expect(changes).toMatchObject({ isWhole: false, since: version, deleted: [], sold: { [a]: 7 } })
    expect(changes.medicines.map(({ _id, sold }) => [_id, sold])).toEqual([[b, 3]])
    expect(changes.version).toMatch(/^2026-11-21\//)
    expect(JSON.stringify(changes)).not.toContain(c)
    expect(await ask(inventory, changes.version)).toMatchObject({ medicines: [], deleted: [] })
  })

  test.each([
    ['a week ago', -7, false],
    ['longer ago', -8, true],
    ['a clock that is one day ahead', 1, true],
    ['a clock that is wrong', 2, true],
  ])('from a version of %s: whole is %s', async (_, days, isWhole) => {
    await create('A')
    const { version } = await ask(inventory)
    const since = version.replace(TODAY, addDays(TODAY, days))
    expect((await ask(inventory, since)).isWhole).toBe(isWhole)
  })

  test('units sold are those of 90 store days before today, less what was undone', async () => {
    const ids = { first: await create('first'), old: await create('old'), undone: await create('undone') }
    const today = await create('today')
    await sellAt(inventory, noonOf(-91), ids.old, 2)
    await sellAt(inventory, noonOf(-90), ids.first, 5)
    const sale = await sellAt(inventory, noonOf(-2), ids.undone, 9)
    inventory.setNow(noonOf(-1))
    await inventory.command(newIdAt(noonOf(-1)), { medicineId: ids.undone, quantity: 9, reverses: sale })
    await inventory.command(newIdAt(noonOf(-1)), { medicineId: ids.first, quantity: 1, type: 'expired' })
    await sellAt(inventory, NOON, today, 4)
    expect(soldIn(await ask(inventory))).toEqual({ first: 5, old: 0, undone: 0, today: 0 })
    inventory.setNow(noonOf(1))
    expect(soldIn(await ask(inventory))).toEqual({ first: 0, old: 0, undone: 0, today: 4 })
  })

  test('a store day begins at midnight of the store, when what was decided before is committed', async () => {
    const id = await create('A')
    // 18:20 UTC is 23:50 in Kolkata, still the same store day.
    await sellAt(inventory, '2026-11-20T18:20:00.000Z', id, 3)
    const soldAt = async (at: string) => {
      inventory.setNow(at)
      return soldIn(await ask(inventory)).A
    }
    expect(await soldAt('2026-11-20T18:29:59.999Z')).toBe(0)
    expect(await soldAt('2026-11-20T18:30:59.999Z')).toBe(0)
    expect(await soldAt('2026-11-20T18:31:00.000Z')).toBe(3)
    await sellAt(inventory, '2026-11-20T18:40:00.000Z', id, 20)
    expect(await soldAt('2026-11-21T18:29:00.000Z')).toBe(3)
    expect(await soldAt('2026-11-21T18:31:00.000Z')).toBe(23)
  })

  test('a sale that is recorded late changes no figure of the day', async () => {
    const id = await create('A')
    await sellAt(inventory, noonOf(-1), id, 2)
    inventory.setNow(NOON)
    expect(soldIn(await ask(inventory)).A).toBe(2)
    await inventory.command(newIdAt(noonOf(-3)), { medicineId: id, quantity: 5 })
    const other = await inventory.openReplica()
    expect(soldIn(await ask({ client: other.client, staff: inventory.staff })).A).toBe(2)
    await other.close()
    inventory.setNow(noonOf(1))
    expect(soldIn(await ask(inventory)).A).toBe(7)
  })

  test('of a replica that started since are those of one that did not', async () => {
    const [a, b] = [await create('A'), await create('B')]
    const { version } = await ask(inventory)
    await inventory.command(newId(), { medicineId: a, quantity: 4 })
    await inventory.client.delete(`/api/medicines/${b}`, { token: inventory.admin })
    const other = await inventory.openReplica()
    const changes = await ask({ client: other.client, staff: inventory.staff }, version)
    expect(changes).toEqual(await ask(inventory, version))
    const expected = { isWhole: false, medicines: [{ _id: a, currentStock: 496 }], deleted: [b] }
    expect(changes).toMatchObject(expected)
    await other.close()
  })

  describe('a usual quantity', () => {
    let id: string
    beforeEach(async () => {
      id = await create('A')
    })
    const row = async () => medicinesOf((await ask(inventory)).columns as never)[0]
    const move = async (days: number, type: 'sale' | 'purchase', quantity: number, reverses?: string) => {
      inventory.setNow(noonOf(days))
      const movement = newIdAt(noonOf(days))
      const command = { medicineId: id, type, quantity, ...(reverses && { reverses }) }
      expect((await inventory.command(movement, command)).status).toBe(200)
      return movement
    }

    test('is the mean of a sale, and of a purchase, once there were five', async () => {
      for (const quantity of [1, 2, 3, 2]) await move(-3, 'sale', quantity)
      inventory.setNow(NOON)
      expect(await row()).toMatchObject({ usualSale: null, usualPurchase: null })
      await move(-2, 'sale', 4)
      for (const quantity of [40, 60, 50, 40, 60]) await move(-1, 'purchase', quantity)
      const undone = await move(-1, 'sale', 400)
      await move(-1, 'sale', 400, undone)
      await inventory.command(newId(), { medicineId: id, type: 'expired', quantity: 400 })
      inventory.setNow(noonOf(1))
      expect(await row()).toMatchObject({ usualSale: 2, usualPurchase: 50 })
    })

    test('changes tomorrow by what is sold today', async () => {
      for (let count = 0; count < 5; count += 1) await move(0, 'sale', 7)
      expect(await row()).toMatchObject({ usualSale: null })
      inventory.setNow(noonOf(1))
      expect(await row()).toMatchObject({ usualSale: 7 })
      inventory.setNow(noonOf(91))
      expect(await row()).toMatchObject({ usualSale: null })
    })
  })
})
