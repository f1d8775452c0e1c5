import { createRandom } from '@mms/service-kit/random'
import { testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine, type Inventory, newId, openInventory } from '../test/support.ts'

const SEED = 20_261_120
const ROUNDS = 400

const oddities: unknown[] = [
  null, true, 0, -0, -1, 0.1, 1e-9, 1e21, 2_147_483_648, 9_007_199_254_740_992, '', ' ', '0', '%', '_', '\\', "'", '"',
  ';--', '\u0000', '\ud800', '\u202e', '😀', 'İ', 'ﷺ'.repeat(200), 'x'.repeat(5_000), '2026-02-30', '9999-12-31',
  '2026-11-20', [], [[]], {}, { $gt: '' }, { constructor: {} }, 'Antibiotics', 'expiring', 'sale', newId(),
] // biome-ignore format: a list to glance over

describe.each(testDatabases())('random input on $name', (database) => {
  let inventory: Inventory
  let medicineId: string
  const { next, pick } = createRandom(SEED)
  beforeAll(async () => {
    inventory = await openInventory(database)
    medicineId = (await inventory.create())._id
  })
  afterAll(() => inventory.close())

  /** The object with some of its fields made odd, some left out and perhaps one more. */
  function disturb(object: Record<string, unknown>): unknown {
    if (next() < 0.05) return pick(oddities)
    const changed = Object.fromEntries(
      Object.entries(object)
        .filter(() => next() > 0.05)
        .map(([name, value]) => [name, next() < 0.2 ? pick(oddities) : value]),
    )
    return next() < 0.1 ? { ...changed, [String(pick(oddities))]: pick(oddities) } : changed
  }

  const text = () => String(pick(oddities)).toWellFormed()
  const query = () => {
    const names = ['filter', 'category', 'search', 'limit', 'after', text()]
    const parameters = new URLSearchParams()
    for (let left = Math.floor(next() * 4); left > 0; left -= 1) {
      parameters.append(pick(names), text().slice(0, 1_000))
    }
    return parameters
  }
  const id = () => (next() < 0.7 ? medicineId : encodeURIComponent(text().slice(0, 100) || 'x'))
  const form = () =>
    disturb({ ...buildMedicine(), demandFactors: disturb({ seasonal: true, seasonalTrend: {} }) })
  const movement = () => disturb({ medicineId, type: 'purchase', quantity: 3, reverses: newId() })

  const requests = [
    () => inventory.client.get(`/api/medicines?${query()}`, { token: inventory.staff }),
    () => inventory.client.get(`/api/medicines/${id()}/movements?${query()}`, { token: inventory.staff }),
    () => inventory.client.post('/api/medicines', { token: inventory.admin, body: form() }),
    () => inventory.client.put(`/api/medicines/${id()}`, { token: inventory.staff, body: form() }),
    () =>
      inventory.client.put(`/internal/movements/${next() < 0.8 ? newId() : id()}`, {
        token: inventory.tokens.serviceToken(),
        body: movement(),
      }),
    () => inventory.client.get(`/internal/medicines?${query()}`, { token: inventory.tokens.serviceToken() }),
  ]

  test('never answers a 5xx, and every refusal is a problem document', async () => {
    const statuses = new Map<number, number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { status, body } = await pick(requests)()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      expect(status, JSON.stringify(body)).toBeLessThan(500)
      if (status >= 400) expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    }
    // Both kinds were tried: input that is refused, and odd input that is not.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(ROUNDS / 10)
    expect(statuses.get(400) ?? 0).toBeGreaterThan(ROUNDS / 10)
  })
})
