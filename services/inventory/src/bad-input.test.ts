import { MAX_STOCK, type Problem } from '@mms/contracts'
import { type TestAnswer, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine, fingerprint, type Inventory, newId, openInventory } from '../test/support.ts'

const good = buildMedicine()
const command = { medicineId: newId(), type: 'sale', quantity: 1 }
const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`

/** Wrong bodies, with the field that the answer must name. */
const wrongForms: [unknown, string][] = [
  [{ ...good, name: undefined }, 'name'],
  [{ ...good, name: '' }, 'name'],
  [{ ...good, name: 'x'.repeat(201) }, 'name'],
  [{ ...good, name: 'a\u0000b' }, 'name'],
  [{ ...good, category: 'Poisons' }, 'category'],
  [{ ...good, currentStock: -1 }, 'currentStock'],
  [{ ...good, currentStock: '7' }, 'currentStock'],
  [{ ...good, currentStock: MAX_STOCK + 1 }, 'currentStock'],
  [{ ...good, minStockLevel: 0.1 }, 'minStockLevel'],
  [{ ...good, unitPrice: 1.005 }, 'unitPrice'],
  [{ ...good, expiryDate: '2026-02-30' }, 'expiryDate'],
  [{ ...good, demandFactors: { seasonalTrend: { winter: -1 } } }, 'demandFactors.seasonalTrend.winter'],
  [{ ...good, demandFactors: { seasonalTrend: { monsoon: 1 } } }, 'demandFactors.seasonalTrend.monsoon'],
  [{ ...good, demandFactors: { climateFactors: { hot: 101 } } }, 'demandFactors.climateFactors.hot'],
  [{ ...good, _id: newId() }, '_id'],
  [`{"name":"x","__proto__":{"role":"admin"}}`, 'body'],
  ['{"name":', 'body'],
  ['[]', 'body'],
  ['', 'body'],
]

const wrongCommands: [unknown, string][] = [
  [{ ...command, medicineId: 'x' }, 'medicineId'],
  [{ ...command, type: 'opening' }, 'type'],
  [{ ...command, quantity: 0 }, 'quantity'],
  [{ ...command, quantity: 1e12 }, 'quantity'],
  [{ ...command, actorId: 'x'.repeat(65) }, 'actorId'],
  [{ ...command, note: 'x' }, 'note'],
  ['{"quantity":', 'body'],
]

const wrongQueries: [string, string][] = [
  ['?filter=low-stock&filter=expiring', 'filter'],
  ['?search=a&search=b', 'search'],
  [`?search=${'x'.repeat(201)}`, 'search'],
  ['?limit=0', 'limit'],
  ['?limit=', 'limit'],
  ['?limit=5&limit=6', 'limit'],
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

  /** Expects a 4xx problem that names `field`, and an unchanged database. */
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

  test.each([
    'movements?limit=0',
    'movements?after=abc',
    'ledger',
    'ledger?before=-1',
    'ledger?before=1&before=2',
    'feed?lastEventId=a.b',
    'feed?timeout=99999',
    'feed?x=1',
  ])('%s is refused', async (path) => {
    const paths = {
      movements: `/api/medicines/${medicineId}/movements`,
      ledger: `/internal/medicines/${medicineId}/movements`,
      feed: '/internal/feed',
    }
    const [name, query = ''] = path.split('?') as [keyof typeof paths, string?]
    const token = name === 'movements' ? inventory.staff : inventory.tokens.serviceToken()
    await assertRefused(() => inventory.client.get(`${paths[name]}?${query}`, { token }))
  })

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
