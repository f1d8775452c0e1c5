import type { Catalogue, Medicine, MedicineCategory } from '@mms/contracts'
import { isLowStock, medicinesOf } from '@mms/contracts'
import { createMedicineIndex } from '@mms/medicine-search'
import { createRandom } from '@mms/service-kit/random'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON, newIdAt, openInventory } from '../../test/support.ts'

const words = [
  'Telma', 'Telm', '40', '80', 'H', 'AM', 'Pan', 'D', 'Panderm', 'Dolo', '650', '.5', '0.25', 'mg', 'tablets', '(10)', 'LC',
  'Kid', 'क्रोसिन', 'Ärzte', 'é', '😀', '%', 'GP 1', 'glycomet', 'glycomte', 'Cipla', 'Sun', '-', "'",
  'Telmisartan', 'Clobazam',
] // biome-ignore format: a list to glance over
const compositions = [null, 'Telmisartan 40 mg', 'Clobazam 5 mg', 'Telmisartan 80 mg + Amlodipine 5 mg']
const makers = ['Cipla', 'Sun Pharma', 'Micro Labs', '']
const categories: MedicineCategory[] = ['Antibiotics', 'Vitamins', 'Other']

describe.each(testDatabases())('a list of what a text finds on $name', (database) => {
  const { int, chance, pick } = createRandom(20_261_123)
  const inventory = openForTests(() => openInventory(database))
  beforeEach(() => inventory.clear())

  const { get } = { get: <T>(path: string) => inventory.get<T>(path) }
  const list = (query: Record<string, string>) =>
    get<Medicine[]>(`/api/medicines?${new URLSearchParams(query)}`)
  const idsOf = (medicines: { _id: string }[]) => medicines.map(({ _id }) => _id)
  const text = () =>
    Array.from({ length: int(1, 4) }, () => pick(words))
      .join(' ')
      .trim()

  const readPages = (query: Record<string, string>) =>
    inventory.pages(`/api/medicines?${new URLSearchParams(query)}`)

  async function fill(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) {
      const { _id: medicineId } = await inventory.create({
        name: `${text()} ${made}`,
        manufacturer: pick(makers),
        composition: pick(compositions),
        category: pick(categories),
        currentStock: int(5, 30),
        expiryDate: chance(0.5) ? '2026-12-01' : '2028-01-01',
      })
      const at = '2026-11-18T06:30:00.000Z'
      inventory.setNow(at)
      if (chance(0.5)) await inventory.command(newIdAt(at), { medicineId, quantity: int(1, 5) })
      inventory.setNow(NOON)
    }
  }

  test('is what the picker finds by the same text, in the same order, filtered and in pages', async () => {
    await fill(60)
    // Searches as a browser does.
    const { columns } = (await get<Catalogue>('/api/medicines/catalogue')).body
    const medicines = medicinesOf(columns as never)
    const picker = createMedicineIndex(medicines)
    let found = 0
    for (let round = 0; round < 80; round += 1) {
      const search = text()
      const { items, kind } = picker.find(search, Number.POSITIVE_INFINITY)
      const [category, low] = [chance(0.3) ? pick(categories) : '', chance(0.3)]
      const isLow = new Map(
        medicines.map((medicine) => [medicine._id, isLowStock({ ...medicine, minStockLevel: 10 })]),
      )
      const wanted = items.filter(
        (item) => (!category || item.category === category) && (!low || isLow.get(item._id)),
      )
      const query = { search, ...(category && { category }), ...(low && { filter: 'low-stock' }) }
      const pages = await readPages({ ...query, limit: String(int(1, 20)) })
      const asked = JSON.stringify(query)
      expect(idsOf(pages.flatMap(({ body }) => body)), asked).toEqual(idsOf(wanted))
      expect(idsOf((await list(query)).body), asked).toEqual(idsOf(wanted))
      for (const { headers } of pages) {
        expect(headers.get('x-total-count')).toBe(String(wanted.length))
        expect(headers.get('x-found-by')).toBe(wanted.length > 0 ? kind : 'nothing')
      }
      found += wanted.length
    }
    expect(found).toBeGreaterThan(100)
  })

  test('has what any replica has written before it was asked', async () => {
    const other = await inventory.openReplica()
    for (let round = 0; round < 10; round += 1) {
      const { _id } = await inventory.create({ name: `Telma ${round}`, currentStock: 5 })
      for (const { client } of [other, inventory]) {
        const { body } = await client.get<Medicine[]>(`/api/medicines?limit=9&search=telma ${round}`, {
          token: inventory.staff,
        })
        expect(body.map(({ name }) => name)).toContain(`Telma ${round}`)
      }
      await inventory.command(newIdAt(NOON), { medicineId: _id, quantity: 2 })
      const { body } = await other.client.get<Medicine[]>(`/api/medicines?limit=9&search=telma ${round}`, {
        token: inventory.staff,
      })
      expect(body[0]?.currentStock).toBe(3)
    }
    await other.close()
  })
})
