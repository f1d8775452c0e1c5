import type { Problem } from '@mms/contracts'
import { type TestAnswer, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine, fingerprint, type Inventory, newId, openInventory } from '../test/support.ts'

const good = buildMedicine()
const command = { medicineId: newId(), type: 'sale', quantity: 1 }

/** Wrong bodies, with the field that the answer must name. What else is wrong is the schemas' to tell. */
const wrongForms: [unknown, string][] = [
  [{ ...good, name: '' }, 'name'],
  [{ ...good, demandFactors: { seasonalTrend: { winter: -1 } } }, 'demandFactors.seasonalTrend.winter'],
  [{ ...good, _id: newId() }, '_id'],
]

const wrongCommands: [unknown, string][] = [
  [{ ...command, type: 'opening' }, 'type'],
  [{ ...command, quantity: 0 }, 'quantity'],
]

const wrongQueries: [string, string][] = [
  ['?limit=0', 'limit'],
  ['?limit=5&after=WzEsMl0', 'after'],
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

  /** Expects a 400 problem that names `field`, and an unchanged database. */
  async function assertRefused(send: () => Promise<TestAnswer<unknown>>, field?: string) {
    const before = await fingerprint(inventory)
    const answer = await send()
    expect(answer.status).toBe(400)
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

  test.each(wrongCommands)('a command of %j is refused at %s', async (body, field) => {
    const path = `/internal/movements/${newId()}`
    const token = inventory.tokens.serviceToken()
    await assertRefused(() => inventory.client.put(path, { token, body }), field)
  })

  test.each(wrongQueries)('a list of %s is refused at %s', async (query, field) => {
    const { client, staff: token } = inventory
    await assertRefused(() => client.get(`/api/medicines${query}`, { token }), field)
  })

  test.each(['0190a6f2-7a1b-7c3d-8e4f', '%00'])('the id %s is refused', async (id) => {
    const { client, admin: token } = inventory
    const path = `/api/medicines/${id}`
    await assertRefused(() => client.get(path, { token }), 'id')
    await assertRefused(() => client.put(path, { token, body: good }), 'id')
    await assertRefused(() => client.delete(path, { token }), 'id')
    await assertRefused(() => client.get(`${path}/movements`, { token }), 'id')
  })

  test.each(['movements?limit=0', 'movements?after=abc', 'ledger?before=-1', 'feed?lastEventId=a.b'])(
    '%s is refused',
    async (path) => {
      const paths = {
        movements: `/api/medicines/${medicineId}/movements`,
        ledger: `/internal/medicines/${medicineId}/movements`,
        feed: '/internal/feed',
      }
      const [name, query = ''] = path.split('?') as [keyof typeof paths, string?]
      const token = name === 'movements' ? inventory.staff : inventory.tokens.serviceToken()
      await assertRefused(() => inventory.get(`${paths[name]}?${query}`, token))
    },
  )
})
