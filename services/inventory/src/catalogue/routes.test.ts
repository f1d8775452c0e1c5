import type { CreateMedicine, Medicine, MedicineState, Problem } from '@mms/contracts'
import { beforeEach, expect, test } from 'vitest'
import { buildMedicine, describeInventory, NOON, newId } from '../../test/support.ts'
import { createMedicineStore } from '../medicines/store.ts'

describeInventory('the catalogue on $name', (inventory) => {
  beforeEach(async () => {
    inventory.setNow(NOON)
    await inventory.clear()
  })

  const get = <T = Medicine[]>(path: string) => inventory.get<T>(path)
  const list = (query: Record<string, string> = {}) => get(`/api/medicines?${new URLSearchParams(query)}`)
  const names = async (query: Record<string, string> = {}) =>
    (await list(query)).body.map((medicine) => medicine.name)
  const create = async (...medicines: Partial<CreateMedicine>[]) => {
    for (const medicine of medicines) await inventory.create(medicine)
  }

  const readPages = (query: Record<string, string>) =>
    inventory.pages(`/api/medicines?${new URLSearchParams(query)}`)

  test('lists medicines by name without regard to case', async () => {
    await create(...['beta', 'Alpha', 'Ärztin', 'Gamma', 'alpha 2'].map((name) => ({ name })))
    expect(await names()).toEqual(['Alpha', 'alpha 2', 'beta', 'Gamma', 'Ärztin'])
    expect(await names({ search: '  ' })).toEqual(await names())
    expect((await list()).headers.get('link')).toBeNull()
  })

  test('pages through every medicine once, also those of the same name', async () => {
    const created = ['A', 'a', 'B', 'B', 'b', 'C'].map((name) => ({ name }))
    await create(...created)
    const pages = await readPages({ limit: '3' })
    expect(pages.map((page) => page.body.length)).toEqual([3, 3])
    expect(pages.map((page) => page.headers.get('x-total-count'))).toEqual(['6', '6'])
    const ids = pages.flatMap((page) => page.body.map((medicine) => medicine._id))
    expect(ids).toEqual((await list()).body.map((medicine) => medicine._id))
  })

  test.each([{}, { filter: 'expiring' }])(
    'a list that asks for no page is read in pieces, however long it is: %o',
    async (query: Record<string, string>) => {
      const { db } = inventory
      const { _id } = await inventory.create({ expiryDate: '2026-12-01' })
      const state = (await inventory.state(_id)) as MedicineState
      const store = createMedicineStore(db)
      const copies = Array.from({ length: 1_099 }, () => ({ ...state, _id: newId() }))
      for (let from = 0; from < copies.length; from += 400) await store.insert(copies.slice(from, from + 400))
      const largest: number[] = []
      const note = (rows: unknown) => void largest.push(Array.isArray(rows) ? rows.length : 0)
      db.on('query-response', note)
      const { body } = await list(query)
      db.off('query-response', note)
      expect(new Set(body.map(({ _id }) => _id)).size).toBe(1_100)
      expect(Math.max(...largest)).toBeLessThanOrEqual(250)
    },
  )

  test('pages on over a deleted and a new medicine without losing or repeating one', async () => {
    await create({ name: 'A' }, { name: 'B' }, { name: 'D' }, { name: 'E' })
    const first = await list({ limit: '2' })
    const id = first.body[1]?._id
    await inventory.client.delete(`/api/medicines/${id}`, { token: inventory.admin })
    await create({ name: 'C' })
    const next = /after=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await list({ limit: '2', after: next })
    expect(second.body.map((medicine) => medicine.name)).toEqual(['C', 'D'])
    expect(second.headers.get('x-total-count')).toBe('4')
  })

  test('counts anew after every change that moves a count', async () => {
    await create({ name: 'A', currentStock: 11 }, { currentStock: 5 }, { currentStock: 5 })
    const medicineId = (await list()).body[0]?._id ?? ''
    const path = `/api/medicines/${medicineId}`
    const total = async (query = {}) => (await list({ limit: '1', ...query })).headers.get('x-total-count')
    const counts = async () => [await total(), await total({ filter: 'low-stock' })]
    expect(await counts()).toEqual(['3', '2'])
    await inventory.command(newId(), { medicineId, quantity: 1 })
    expect(await counts()).toEqual(['3', '3'])
    await inventory.command(newId(), { medicineId, type: 'purchase', quantity: 1 })
    expect(await counts()).toEqual(['3', '2'])
    await inventory.client.put(path, { token: inventory.staff, body: buildMedicine({ currentStock: 3 }) })
    expect(await counts()).toEqual(['3', '3'])
    await inventory.client.delete(path, { token: inventory.admin })
    expect(await counts()).toEqual(['2', '2'])
    await create({ currentStock: 0 })
    expect(await counts()).toEqual(['3', '3'])
  })

  test('filters low stock: at and below the minimum', async () => {
    await create(
      { name: 'below', currentStock: 9 },
      { name: 'at', currentStock: 10 },
      { name: 'above', currentStock: 11 },
      { name: 'none needed', currentStock: 0, minStockLevel: 0 },
    )
    expect(await names({ filter: 'low-stock' })).toEqual(['at', 'below', 'none needed'])
  })

  test('filters expiring medicines, the most urgent first, and what expired before today', async () => {
    await create(
      { name: 'z tomorrow', expiryDate: '2026-11-21' },
      { name: 'a tomorrow', expiryDate: '2026-11-21' },
      { name: 'in 30 days', expiryDate: '2026-12-20' },
      { name: 'in 31 days', expiryDate: '2026-12-21' },
      { name: 'yesterday', expiryDate: '2026-11-19' },
      { name: 'long gone', expiryDate: '2020-01-01' },
      { name: 'today', expiryDate: '2026-11-20' },
      { name: 'never', expiryDate: null },
      { name: 'none left', expiryDate: '2026-11-21', currentStock: 0 },
      { name: 'all written off', expiryDate: '2020-01-01', currentStock: 0 },
    )
    const urgent = ['today', 'a tomorrow', 'z tomorrow', 'in 30 days']
    expect(await names({ filter: 'expiring' })).toEqual(urgent)
    const pages = await readPages({ filter: 'expiring', limit: '2' })
    expect(pages.flatMap((page) => page.body.map((medicine) => medicine.name))).toEqual(urgent)
    expect(pages[0]?.headers.get('x-total-count')).toBe('4')
    expect(await names({ filter: 'expiring', search: 'today' })).toEqual(['today'])
    expect(await names({ filter: 'expiring', search: 'long gone' })).toEqual([])
    expect(await names({ filter: 'expiring', search: 'none left' })).toEqual([])
    const expired = ['long gone', 'yesterday']
    expect(await names({ filter: 'expired' })).toEqual(expired)
    const paged = await readPages({ filter: 'expired', limit: '1' })
    expect(paged.flatMap((page) => page.body.map(({ name }) => name))).toEqual(expired)
  })

  test('sums up', async () => {
    const summary = () => get('/api/medicines/summary')
    expect((await summary()).body).toEqual({ total: 0, lowStock: 0, expiringSoon: 0, expired: 0 })
    await create({ currentStock: 1 }, { expiryDate: '2026-11-01' }, { expiryDate: '2026-12-20' }, {})
    expect((await summary()).body).toEqual({ total: 4, lowStock: 1, expiringSoon: 1, expired: 1 })
    const { _id } = (await list({ filter: 'low-stock' })).body[0] as Medicine
    await inventory.remove({ _id })
    expect((await summary()).body).toEqual({ total: 3, lowStock: 0, expiringSoon: 1, expired: 1 })
  })

  test('lists the categories in use, sorted', async () => {
    expect((await get('/api/medicines/categories')).body).toEqual([])
    await create({ category: 'Vitamins' }, { category: 'Analgesics' }, { category: 'Vitamins' })
    expect((await get('/api/medicines/categories')).body).toEqual(['Analgesics', 'Vitamins'])
    const { _id } = (await list({ category: 'Analgesics' })).body[0] as Medicine
    await inventory.remove({ _id })
    expect((await get('/api/medicines/categories')).body).toEqual(['Vitamins'])
  })

  test('counts how long the stock lasts, without what is deleted', async () => {
    await create({ name: 'gone' }, { currentStock: 0 }, { currentStock: 5 })
    const { _id } = (await list({ search: 'gone' })).body[0] as Medicine
    await inventory.remove({ _id })
    const { body } = await get('/api/medicines/stock-cover')
    expect(body).toEqual({ out: 1, week: 0, month: 0, quarter: 0, longer: 0, unsoldLow: 1, unsold: 0 })
  })

  test('shows the ten emptiest shelves, lowest for their minimum first', async () => {
    await create(
      { name: 'full', currentStock: 500 },
      { name: 'empty', currentStock: 0, minStockLevel: 10 },
      { name: 'half', currentStock: 5, minStockLevel: 10 },
      { name: 'empty, much needed', currentStock: 0, minStockLevel: 100 },
      { name: 'deleted', currentStock: 0, minStockLevel: 1000 },
      ...Array.from({ length: 8 }, () => ({ currentStock: 100 })),
    )
    const { _id } = (await list({ search: 'deleted' })).body[0] as Medicine
    await inventory.remove({ _id })
    const { body } = await get<{ name: string }[]>('/api/medicines/stock-levels')
    expect(body).toHaveLength(10)
    expect(body.slice(0, 3).map(({ name }) => name)).toEqual(['empty, much needed', 'empty', 'half'])
    const levels = { currentStock: 0, minStockLevel: 100 }
    expect(body[0]).toEqual({ _id: expect.any(String), name: 'empty, much needed', ...levels })
  })

  test.each([
    ['name', ['a', 'b', 'c', 'd']],
    ['-name', ['d', 'c', 'b', 'a']],
    ['stock', ['d', 'a', 'b', 'c']],
    ['-stock', ['c', 'b', 'a', 'd']],
    ['price', ['c', 'a', 'b', 'd']],
    ['-price', ['a', 'b', 'd', 'c']],
    ['expiry', ['b', 'a', 'c', 'd']],
    ['-expiry', ['c', 'a', 'b', 'd']],
  ])('sorts by %s, in pages and whole, and by name where that is alike', async (sort, sorted) => {
    await create(
      { name: 'd', currentStock: 0, unitPrice: 10, expiryDate: null },
      { name: 'b', currentStock: 20, unitPrice: 10, expiryDate: '2026-12-01' },
      { name: 'a', currentStock: 9, unitPrice: 10, expiryDate: '2027-01-01' },
      { name: 'c', currentStock: 100, unitPrice: 9.5, expiryDate: '2028-01-01' },
      { name: 'gone', currentStock: 5 },
    )
    const { _id } = (await list({ search: 'gone' })).body[0] as Medicine
    await inventory.remove({ _id })
    expect(await names({ sort })).toEqual(sorted)
    const pages = await readPages({ sort, limit: '1' })
    expect(pages.flatMap((page) => page.body.map(({ name }) => name))).toEqual(sorted)
    expect(pages[0]?.headers.get('x-total-count')).toBe('4')
    expect(await names({ sort, filter: 'low-stock' })).toEqual(sorted.filter((name) => 'ad'.includes(name)))
  })

  test('sorts what a text finds, and goes on after a medicine that moved', async () => {
    await create(...[4, 1, 3, 2].map((stock) => ({ name: `Dolo ${stock}`, currentStock: stock })), {
      name: 'Zinc',
      currentStock: 0,
    })
    const first = await list({ search: 'dolo', sort: 'stock', limit: '2' })
    expect(first.body.map(({ name }) => name)).toEqual(['Dolo 1', 'Dolo 2'])
    await inventory.command(newId(), { medicineId: first.body[0]?._id ?? '', type: 'purchase', quantity: 9 })
    const link = /^<(.+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const rest = (await get<Medicine[]>(link)).body.map(({ name }) => name)
    expect(rest).toEqual(['Dolo 3', 'Dolo 4', 'Dolo 1'].slice(0, rest.length))
    for (const sort of ['-stock', 'name']) {
      const answer = await get<Problem>(link.replace('sort=stock', `sort=${sort}`))
      expect(answer).toMatchObject({ status: 400, body: { errors: { after: expect.any(String) } } })
    }
  })
})
