import {
  type Catalogue,
  catalogueQuerySchema,
  catalogueSchema,
  matchesQuerySchema,
  matchesSchema,
} from '@mms/contracts'
import { Reply, type Route, route, weakEtagOf } from '@mms/service-kit'
import type { CounterService } from './service.ts'

const PATH = '/api/medicines/catalogue'
const MATCHES = 12

/** What a counter keeps to find medicines without asking; `matches` is for areas of the previous release. Serves release 0.1. */
export function counterRoutes(counter: CounterService): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary:
        'Medicines as a counter needs them: what changed since a version, or all (in columns for `Prefer: columns`); 304 when nothing has',
      query: catalogueQuerySchema,
      headers: ['If-None-Match', 'Prefer'],
      response: catalogueSchema,
      handler: async ({ query: { since }, headers }) => {
        const columns = headers.prefer === 'columns'
        const { version, changes, json } = await counter.read({ since, columns })
        // Weak: a strong tag would forbid the gateway to compress.
        const etag = weakEtagOf(version)
        const status = headers['if-none-match'] === etag ? 304 : undefined
        const headersSent = { ETag: etag, Vary: 'Prefer' }
        return new Reply(changes as Catalogue, { json, headers: headersSent, ...(status && { status }) })
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
