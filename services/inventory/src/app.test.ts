import { generateKeyPairSync } from 'node:crypto'
import type { Access } from '@mms/service-kit'
import { testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine, fingerprint, type Inventory, newId, openInventory } from '../test/support.ts'

type Method = 'get' | 'post' | 'put' | 'delete'

const id = newId()
const command = { medicineId: newId(), type: 'sale', quantity: 1 }

/** The role table of the service, with a request that each route takes. */
const roleTable: [Method, string, Access, unknown?][] = [
  ['get', '/api/medicines', 'signed-in'],
  ['get', '/api/medicines/summary', 'signed-in'],
  ['get', '/api/medicines/categories', 'signed-in'],
  ['get', '/api/medicines/stock-levels', 'signed-in'],
  ['get', '/api/medicines/seed-sample-data', 'signed-in'],
  ['get', '/api/medicines/catalogue', 'signed-in'],
  ['get', '/api/medicines/catalogue/matches', 'signed-in'],
  ['get', `/api/medicines/${id}`, 'signed-in'],
  ['post', '/api/medicines', 'admin', buildMedicine()],
  ['put', `/api/medicines/${id}`, 'signed-in', buildMedicine()],
  ['delete', `/api/medicines/${id}`, 'admin'],
  ['get', `/api/medicines/${id}/movements`, 'signed-in'],
  ['get', `/internal/medicines/${id}/movements?before=9`, 'service'],
  ['put', `/internal/movements/${id}`, 'service', command],
  ['post', `/internal/movements/${newId()}/cancellation`, 'service'],
  ['get', '/internal/feed', 'service'],
  ['get', '/internal/medicines', 'service'],
]

const letIn: Record<string, string[]> = {
  'signed-in': ['admin', 'staff'],
  admin: ['admin'],
  service: ['service'],
}

describe.each(testDatabases())('access on $name', (database) => {
  let inventory: Inventory
  beforeAll(async () => {
    inventory = await openInventory(database)
  })
  afterAll(() => inventory.close())

  const tokenOf = (role: string) => {
    if (role === 'service') return inventory.tokens.serviceToken('sales')
    // A service with a good token, whom no route names.
    if (role === 'another service') return inventory.tokens.serviceToken('identity')
    return inventory.tokens.token({ role: role as 'admin' })
  }

  test('the role table names every route', async () => {
    type Paths = Record<string, Record<string, { 'x-access': Access }>>
    const { body } = await inventory.client.get<{ paths: Paths }>('/openapi.json')
    const published = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [method, path, operation['x-access']]),
    )
    const named = roleTable.map(([method, path, access]) => [
      method,
      path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}').replace(/\?.*/, ''),
      access,
    ])
    expect(published.toSorted()).toEqual(named.toSorted())
  })

  test.each(roleTable)('%s %s lets in %s only', async (method, path, access, body) => {
    for (const role of ['admin', 'staff', 'service', 'another service']) {
      const before = await fingerprint(inventory)
      const answer = await inventory.client[method](path, { token: tokenOf(role), body })
      const allowed = letIn[access]?.includes(role)
      if (allowed) expect([401, 403]).not.toContain(answer.status)
      else expect([401, 403]).toContain(answer.status)
      if (!allowed) expect(await fingerprint(inventory)).toEqual(before)
    }
  })

  test.each(roleTable)(
    '%s %s refuses missing, expired, forged and foreign tokens',
    async (method, path, _, body) => {
      const { tokens, client } = inventory
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const [header, , signature] = tokens.token({ role: 'staff' }).split('.')
      const claims = Buffer.from(JSON.stringify({ sub: 'x', role: 'admin' })).toString('base64url')
      const before = await fingerprint(inventory)
      const wrong = [
        undefined,
        'abc',
        tokens.token({ expiresIn: -1 }),
        tokens.token({ key: privateKey }),
        tokens.token({ kid: 'unknown' }),
        tokens.token({ issuer: 'somebody' }),
        tokens.token({ audience: 'others' }),
        `${header}.${claims}.${signature}`,
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
      ]
      for (const token of wrong) {
        const answer = await client[method](path, { body, ...(token && { token }) })
        expect(answer).toMatchObject({ status: 401, body: { code: expect.stringMatching(/^auth\./) } })
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
      }
      expect(await fingerprint(inventory)).toEqual(before)
    },
  )
})
