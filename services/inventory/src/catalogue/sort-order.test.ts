import type { CreateMedicine, Medicine, Problem } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('a sorted list on $name', (database) => {
  const inventory = openForTests(() => openInventory(database))
  beforeEach(() => inventory.clear())

  const get = <T = Medicine[]>(path: string) => inventory.get<T>(path)
  const list = (query: Record<string, string> = {}) => get(`/api/medicines?${new URLSearchParams(query)}`)
  const names = async (query: Record<string, string> = {}) =>
    (await list(query)).body.map((medicine) => medicine.name)
  const create = async (...medicines: Partial<CreateMedicine>[]) => {
    for (const medicine of medicines) await inventory.create(medicine)
  }

  const readPages = (query: Record<string, string>) =>
    inventory.pages(`/api/medicines?${new URLSearchParams(query)}`)

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
    await inventory.client.delete(`/api/medicines/${_id}`, { token: inventory.admin })
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
