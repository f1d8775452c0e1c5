import type { Access } from '@mms/service-kit'
import { type OpenTestDatabase, testDatabases, testTokens } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Analytics, NOWHERE, startAnalytics } from '../test/support.ts'
import { defaultSettings } from './settings/rules.ts'

/** The role table of the service, with a request that each route takes. */
const roleTable: ['get' | 'put', string, Access, unknown?][] = [
  ['get', '/api/medicines/climate-demand', 'signed-in'],
  ['get', '/api/reports', 'signed-in'],
  ['get', '/api/store-settings', 'signed-in'],
  ['put', '/api/store-settings', 'admin', { ...defaultSettings, city: 'Pune' }],
]
const letIn: Record<string, string[]> = { 'signed-in': ['admin', 'staff'], admin: ['admin'] }

describe.each(testDatabases())('access on $name', ({ open }) => {
  const tokens = testTokens()
  let database: OpenTestDatabase
  let analytics: Analytics
  beforeAll(async () => {
    database = await open()
    analytics = await startAnalytics(database.db, tokens, NOWHERE)
  })
  afterAll(async () => {
    await analytics.stop()
    await database.close()
  })

  const tokenOf = (role: string) =>
    role === 'service' ? tokens.serviceToken('sales') : tokens.token({ role: role as 'admin' })

  test('the role table names every route', async () => {
    type Paths = Record<string, Record<string, { 'x-access': Access }>>
    const { body } = await analytics.client.get<{ paths: Paths }>('/openapi.json')
    const published = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [method, path, operation['x-access']]),
    )
    expect(published.toSorted()).toEqual(roleTable.map((row) => row.slice(0, 3)).toSorted())
  })

  test.each(roleTable)('%s %s lets in %s only', async (method, path, access, body) => {
    for (const role of ['admin', 'staff', 'service']) {
      const { status } = await analytics.client[method](path, { token: tokenOf(role), body })
      if (letIn[access]?.includes(role)) expect(status).toBe(200)
      else expect([401, 403]).toContain(status)
    }
    for (const token of [undefined, 'abc', tokens.token({ expiresIn: -1 })]) {
      const { status } = await analytics.client[method](path, { body, ...(token && { token }) })
      expect(status).toBe(401)
    }
  })
})
