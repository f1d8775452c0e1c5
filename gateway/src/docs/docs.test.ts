import { openForTests } from '@mms/service-kit/test-support'
import { expect, test } from 'vitest'
import { startGateway, startUpstream } from '../../test/support.ts'
import { readDocument } from '../services/documents.ts'

interface Document {
  paths: Record<string, unknown>
  components: { schemas: object; securitySchemes: object }
  'x-missing': string[]
}

const document = (path: string) => ({
  openapi: '3.1.0',
  // No service may serve the last path.
  paths: { [path]: { get: { summary: path } }, '/internal/secret': { get: {} }, '/api/nothing': { get: {} } },
  components: { schemas: { Problem: { type: 'object' } }, securitySchemes: { bearer: { type: 'http' } } },
})

const startService = (path: string) => startUpstream((_req, res) => res.end(JSON.stringify(document(path))))
const identity = openForTests(() => startService('/api/users'))
const inventory = openForTests(() => startService('/api/medicines/{id}'))
// Nothing listens at the address of sales.
const gateway = openForTests(() =>
  startGateway({
    services: { identity: identity.url, inventory: inventory.url, sales: 'http://127.0.0.1:1' },
    readDocument,
  }),
)

test('merges the documents of the services that run, without what is internal, and names the missing', async () => {
  const { status, body } = await gateway.get<Document>('/api/openapi.json')
  expect(status).toBe(200)
  const own = ['/api/status', '/api/status/backup', '/api/test']
  expect(Object.keys(body.paths).sort()).toEqual(['/api/medicines/{id}', ...own, '/api/users'])
  expect(body.components).toEqual(document('').components)
  expect(body['x-missing']).toEqual(expect.arrayContaining(['alerts', 'analytics', 'sales']))
  expect(body['x-missing']).not.toContain('inventory')
})

test('shows it on a page that needs nothing from elsewhere and no script inside it', async () => {
  const page = await gateway.get<string>('/api/docs')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(page.body).not.toMatch(/https?:|<script>|<style/)
  const files = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
  expect(files).toHaveLength(3)
  for (const file of files) expect((await gateway.get(file)).status).toBe(200)
})
