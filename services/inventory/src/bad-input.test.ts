import { MAX_STOCK, type Problem } from '@mms/contracts'
import { type TestAnswer, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine, fingerprint, type Inventory, newId, openInventory } from '../test/support.ts'

const good = buildMedicine()
const command = { medicineId: newId(), type: 'sale', quantity: 1 }
const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`

/** A body wrong in one field: what replaces it, and the field that the answer names. */
const wrongForms: [unknown, string][] = [
  [{ ...good, name: undefined }, 'name'],
  [{ ...good, name: '' }, 'name'],
  [{ ...good, name: 5 }, 'name'],
  [{ ...good, name: { $ne: null } }, 'name'],
  [{ ...good, name: 'x'.repeat(201) }, 'name'],
  [{ ...good, name: 'a\u0000b' }, 'name'],
  [{ ...good, category: 'Poisons' }, 'category'],
  [{ ...good, category: undefined }, 'category'],
  [{ ...good, manufacturer: null }, 'manufacturer'],
  [{ ...good, currentStock: -1 }, 'currentStock'],
  [{ ...good, currentStock: 1.5 }, 'currentStock'],
  [{ ...good, currentStock: '7' }, 'currentStock'],
  [{ ...good, currentStock: null }, 'currentStock'],
  [{ ...good, currentStock: MAX_STOCK + 1 }, 'currentStock'],
  [{ ...good, currentStock: 1e300 }, 'currentStock'],
  [{ ...good, minStockLevel: -1 }, 'minStockLevel'],
  [{ ...good, minStockLevel: 0.1 }, 'minStockLevel'],
  [{ ...good, unitPrice: -0.01 }, 'unitPrice'],
  [{ ...good, unitPrice: 1.005 }, 'unitPrice'],
  [{ ...good, unitPrice: 1e12 }, 'unitPrice'],
  [{ ...good, unitPrice: '5' }, 'unitPrice'],
  [{ ...good, expiryDate: '2026-02-30' }, 'expiryDate'],
  [{ ...good, expiryDate: '30/11/2026' }, 'expiryDate'],
  [{ ...good, expiryDate: '0000-01-01' }, 'expiryDate'],
  [{ ...good, expiryDate: 1 }, 'expiryDate'],
  [{ ...good, demandFactors: 'x' }, 'demandFactors'],
  [{ ...good, demandFactors: { seasonal: 'yes' } }, 'demandFactors.seasonal'],
  [{ ...good, demandFactors: { seasonalTrend: { winter: -1 } } }, 'demandFactors.seasonalTrend.winter'],
  [{ ...good, demandFactors: { seasonalTrend: { monsoon: 1 } } }, 'demandFactors.seasonalTrend.monsoon'],
  [{ ...good, demandFactors: { climateFactors: { hot: 101 } } }, 'demandFactors.climateFactors.hot'],
  [{ ...good, version: 9 }, 'version'],
  [{ ...good, _id: newId() }, '_id'],
  [{ ...good, constructor: 1 }, 'constructor'],
  [`{"name":"x","__proto__":{"role":"admin"}}`, 'body'],
  ['{"name":', 'body'],
  ['not json', 'body'],
  ['[]', 'body'],
  ['null', 'body'],
  ['5', 'body'],
  ['"text"', 'body'],
  ['', 'body'],
]

const wrongCommands: [unknown, string][] = [
  [{ ...command, medicineId: 'x' }, 'medicineId'],
  [{ ...command, type: 'opening' }, 'type'],
  [{ ...command, quantity: 0 }, 'quantity'],
  [{ ...command, quantity: -1 }, 'quantity'],
  [{ ...command, quantity: 0.5 }, 'quantity'],
  [{ ...command, quantity: 1e12 }, 'quantity'],
  [{ ...command, quantity: '1' }, 'quantity'],
  [{ ...command, direction: 'up' }, 'direction'],
  [{ ...command, reverses: 'it' }, 'reverses'],
  [{ ...command, actorId: 'x'.repeat(65) }, 'actorId'],
  [{ ...command, note: 'x' }, 'note'],
  ['{"quantity":', 'body'],
]

const wrongQueries: [string, string][] = [
  ['?filter=low', 'filter'],
  ['?filter=low-stock&filter=expiring', 'filter'],
  ['?category=antibiotics', 'category'],
  ['?category=Antibiotics&category=Vitamins', 'category'],
  ['?search=a&search=b', 'search'],
  [`?search=${'x'.repeat(201)}`, 'search'],
  ['?limit=0', 'limit'],
  ['?limit=201', 'limit'],
  ['?limit=-5', 'limit'],
  ['?limit=5.5', 'limit'],
  ['?limit=1e2', 'limit'],
  ['?limit=', 'limit'],
  ['?limit=5&limit=6', 'limit'],
  ['?limit=5&after=', 'after'],
  ['?limit=5&after=!!!', 'after'],
  ['?limit=5&after=WzEsMl0', 'after'],
  ['?filter[$ne]=1', 'filter[$ne]'],
  ['?page=2', 'page'],
]

describe.each(testDatabases())('bad input on $name', (database) => {
  let inventory: Inventory
  let medicineId: string
  beforeAll(async () => {
    inventory = await openInventory(database)
    medicineId = (await inventory.create())._id
  })
  afterAll(() => inventory.close())

  /** The answer is a 4xx problem that names `field`, and nothing has changed. */
  async function assertRefused(send: () => Promise<TestAnswer<unknown>>, field?: string, status = 400) {
    const before = await fingerprint(inventory)
    const answer = await send()
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    const { errors, message, requestId } = answer.body as Problem
    if (field) expect(Object.keys(errors ?? {})).toContain(field)
    expect([message, requestId]).toEqual([expect.any(String), expect.any(String)])
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.(ts|js):|node_modules|select |insert /i)
    expect(await fingerprint(inventory)).toEqual(before)
  }

  test.each(wrongForms)('a form of %j is refused at %s', async (body, field) => {
    const { client, admin: token } = inventory
    await assertRefused(() => client.post('/api/medicines', { token, body }), field)
    await assertRefused(() => client.put(`/api/medicines/${medicineId}`, { token, body }), field)
  })

  test.each(['name', 'category', 'currentStock', 'minStockLevel', 'unitPrice'])(
    'an edit without %s is refused',
    async (field) => {
      const body = { ...good, [field]: undefined }
      const path = `/api/medicines/${medicineId}`
      await assertRefused(() => inventory.client.put(path, { token: inventory.staff, body }), field)
    },
  )

  test.each(wrongCommands)('a command of %j is refused at %s', async (body, field) => {
    const path = `/internal/movements/${newId()}`
    const token = inventory.tokens.serviceToken()
    await assertRefused(() => inventory.client.put(path, { token, body }), field)
  })

  test.each(wrongQueries)('a list of %s is refused at %s', async (query, field) => {
    const { client, staff: token } = inventory
    await assertRefused(() => client.get(`/api/medicines${query}`, { token }), field)
  })

  test.each(['summary', 'categories', 'stock-levels'])('%s takes no parameters', async (name) => {
    const { client, staff: token } = inventory
    await assertRefused(() => client.get(`/api/medicines/${name}?x=1`, { token }), 'x')
  })

  test.each(['1', 'abc', '%00', '0190a6f2-7a1b-7c3d-8e4f', "1' or '1'='1", '{"$ne":1}', '%F0%9F%98%80'])(
    'the id %s is refused',
    async (id) => {
      const { client, admin: token } = inventory
      const path = `/api/medicines/${id.startsWith('%') ? id : encodeURIComponent(id)}`
      await assertRefused(() => client.get(path, { token }), 'id')
      await assertRefused(() => client.put(path, { token, body: good }), 'id')
      await assertRefused(() => client.delete(path, { token }), 'id')
      await assertRefused(() => client.get(`${path}/movements`, { token }), 'id')
    },
  )

  test('an id that is not even text is refused', async () => {
    const { client, staff: token } = inventory
    const answer = await client.get('/api/medicines/%E0%A4%A', { token })
    expect([400, 404]).toContain(answer.status)
  })

  test.each(['?limit=0', '?limit=x', '?after=abc', '?x=1'])('movements of %s are refused', async (query) => {
    const { client, staff: token } = inventory
    await assertRefused(() => client.get(`/api/medicines/${medicineId}/movements${query}`, { token }))
  })

  test.each(['', '?before=x', '?before=-1', '?before=9999999999', '?before=1&before=2'])(
    'the ledger of %s is refused',
    async (query) => {
      const token = inventory.tokens.serviceToken()
      const path = `/internal/medicines/${medicineId}/movements${query}`
      await assertRefused(() => inventory.client.get(path, { token }), 'before')
    },
  )

  test.each(['?lastEventId=abc', '?lastEventId=a.b', '?timeout=x', '?timeout=99999', '?limit=0', '?x=1'])(
    'a feed read of %s is refused',
    async (query) => {
      const token = inventory.tokens.serviceToken()
      await assertRefused(() => inventory.client.get(`/internal/feed${query}`, { token }))
    },
  )

  test('a cursor of a feed that is not this one is gone', async () => {
    const token = inventory.tokens.serviceToken()
    const path = '/internal/feed?lastEventId=other-epoch.5'
    await assertRefused(() => inventory.client.get(path, { token }), undefined, 410)
  })

  test('a body of ten megabytes, and one nested 20,000 deep, are refused', async () => {
    const { client, admin: token } = inventory
    const huge = JSON.stringify({ ...good, name: 'x'.repeat(10_000_000) })
    await assertRefused(() => client.post('/api/medicines', { token, body: huge }), undefined, 413)
    await assertRefused(() => client.post('/api/medicines', { token, body: deep }), 'body')
  })

  test('another media type, and no body at all, are refused', async () => {
    const { client, admin: token } = inventory
    await assertRefused(() => client.post('/api/medicines', { token }), 'body', 400)
    const headers = { 'content-type': 'text/xml' }
    const send = () => client.post('/api/medicines', { token, headers, body: '<name/>' })
    await assertRefused(send, undefined, 415)
  })

  test.each([
    ['post', '/api/medicines/summary', 405],
    ['delete', '/api/medicines', 405],
    ['get', '/api/nothing', 404],
    ['get', '/internal/nothing', 404],
  ] as const)('%s %s answers %s%i', async (method, path, status) => {
    await assertRefused(() => inventory.client[method](path, { token: inventory.admin }), undefined, status)
  })
})
