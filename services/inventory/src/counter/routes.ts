import { type Catalogue, catalogueQuerySchema, catalogueSchema } from '@mms/contracts'
import { Reply, type Route, route, weakEtagOf } from '@mms/service-kit'
import type { CounterService } from './service.ts'

const PATH = '/api/medicines/catalogue'

export function counterRoutes(counter: CounterService): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary:
        'Medicines as a counter needs them: what changed since a version, or all in columns; 304 when nothing has',
      query: catalogueQuerySchema,
      headers: ['If-None-Match'],
      response: catalogueSchema,
      handler: async ({ query: { since }, headers }) => {
        const { version, changes, json } = await counter.read(since)
        // A strong tag would forbid the gateway to compress.
        const etag = weakEtagOf(version)
        const status = headers['if-none-match'] === etag ? 304 : undefined
        return new Reply(changes as Catalogue, { json, headers: { ETag: etag }, ...(status && { status }) })
      },
    }),
  ]
}
