import { catalogueQuerySchema, catalogueSchema, matchesQuerySchema, matchesSchema } from '@mms/contracts'
import { Reply, type Route, route, weakEtagOf } from '@mms/service-kit'
import type { CounterService } from './service.ts'

const PATH = '/api/medicines/catalogue'
const MATCHES = 12

/** What a counter keeps to find medicines without asking, and where it asks when there are too many to keep. */
export function counterRoutes(counter: CounterService): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary:
        'Medicines as a counter needs them: what changed since a version, or all; 304 when nothing has',
      query: catalogueQuerySchema,
      response: catalogueSchema,
      handler: async ({ query: { since }, headers }) => {
        const catalogue = await counter.read(since)
        // Weak: a strong tag would forbid the gateway to compress.
        const etag = weakEtagOf(catalogue.version)
        const isKnown = headers['if-none-match'] === etag
        return new Reply(catalogue, { ...(isKnown && { status: 304 }), headers: { ETag: etag } })
      },
    }),
    route({
      method: 'get',
      path: `${PATH}/matches`,
      access: 'signed-in',
      summary:
        'What a typed text finds, best first, by the rule that browsers apply to the catalogue they keep',
      query: matchesQuerySchema,
      response: matchesSchema,
      handler: ({ query: { search, limit = MATCHES } }) => counter.find(search, limit),
    }),
  ]
}
