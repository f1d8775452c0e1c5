import type { Catalogue, Medicine, MedicineSummary } from '@mms/contracts'
import { createFeed } from '@mms/service-kit'
import { besideReplica, openService, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Inventory, NOON, newId, openInventory } from '../../test/support.ts'
import { inventory as definition } from '../app.ts'

describe.each(testDatabases())('statements of the catalogue on $name', (database) => {
  let inventory: Inventory
  let id: string
  const asked: string[] = []
  beforeAll(async () => {
    inventory = await openInventory(database)
    for (const category of ['Vitamins', 'Steroids', 'Vitamins', 'Other'] as const) {
      id = (await inventory.create({ category }))._id
    }
    inventory.database.db.on('query', ({ sql }: { sql: string }) => asked.push(sql))
  })
  afterAll(() => inventory.close())

  async function statementsOf(path: string): Promise<string[]> {
    asked.length = 0
    const { status } = await inventory.client.get(`/api/medicines${path}`, { token: inventory.staff })
    expect(status).toBe(200)
    return [...asked]
  }

  test.each([
    ['a page with its total', '?limit=2'],
    ['a filtered page', '?limit=2&filter=low-stock'],
    ['a whole short list', '?limit=50'],
    ['a search in a category', '?limit=1&search=medi&category=Vitamins'],
    ['a search that finds nothing', '?limit=50&search=zzzz'],
    ['a list without pages', '?category=Vitamins'],
    ['the summary', '/summary'],
    ['the ten emptiest shelves', '/stock-levels'],
  ])('%s is one, once what is counted is known', async (_, path) => {
    await statementsOf(path)
    expect(await statementsOf(path)).toHaveLength(1)
  })

  test('the catalogue asked again is one, and one more when something has changed', async () => {
    const { version } = (
      await inventory.client.get<Catalogue>('/api/medicines/catalogue', { token: inventory.staff })
    ).body
    const again = `/catalogue?since=${encodeURIComponent(version)}`
    expect(await statementsOf(again)).toHaveLength(1)
    await inventory.command(newId(), { medicineId: id, quantity: 1 })
    // Numbering them is one transaction of whoever reads first.
    await createFeed({ db: inventory.database.db, source: 'inventory' }).number()
    expect(await statementsOf(again)).toHaveLength(2)
    expect(await statementsOf(again)).toHaveLength(1)
  })

  test('one medicine is one', async () => {
    expect(await statementsOf(`/${id}`)).toHaveLength(1)
  })

  test('a total is counted anew, by one more, after a change that moves it', async () => {
    await statementsOf('?limit=2')
    await inventory.create()
    expect(await statementsOf('?limit=2')).toHaveLength(2)
    expect(await statementsOf('?limit=2')).toHaveLength(1)
  })
})

describe.each(testDatabases())('what a replica keeps on $name', (database) => {
  let inventory: Inventory
  let other: Awaited<ReturnType<typeof openService>>
  beforeAll(async () => {
    inventory = await openInventory(database)
    other = await openService(definition, besideReplica(inventory), { tokens: inventory.tokens, now: NOON })
  })
  afterAll(async () => {
    await other.close()
    await inventory.close()
  })

  /** As the other replica shows it, which keeps what it counted. */
  async function shown() {
    const { staff: token } = inventory
    const page = await other.client.get<Medicine[]>('/api/medicines?limit=1', { token })
    const found = await other.client.get<Medicine[]>('/api/medicines?limit=1&search=medicine', { token })
    const summary = await other.client.get<MedicineSummary>('/api/medicines/summary', { token })
    const categories = await other.client.get('/api/medicines/categories', { token })
    const totals = [page, found].map(({ headers }) => headers.get('x-total-count'))
    return { totals, stock: page.body[0]?.currentStock, ...summary.body, categories: categories.body }
  }

  test('is what another wrote last', async () => {
    const first = await inventory.create({ category: 'Other', currentStock: 11, minStockLevel: 10 })
    await inventory.create({ category: 'Other' })
    expect(await shown()).toMatchObject({ totals: ['2', '2'], stock: 11, lowStock: 0, categories: ['Other'] })
    await inventory.command(newId(), { medicineId: first._id, quantity: 1 })
    expect(await shown()).toMatchObject({ totals: ['2', '2'], stock: 10, lowStock: 1, categories: ['Other'] })
    await inventory.create({ category: 'Vitamins' })
    expect(await shown()).toMatchObject({ totals: ['3', '3'], total: 3, categories: ['Other', 'Vitamins'] })
    await inventory.client.delete(`/api/medicines/${first._id}`, { token: inventory.admin })
    expect(await shown()).toMatchObject({ totals: ['2', '2'], stock: 50, lowStock: 0, total: 2 })
  })
})
