import {
  type Catalogue,
  catalogueQuerySchema,
  catalogueSchema,
  listMedicinesQuerySchema,
  type Medicine,
  medicineCategorySchema,
  medicineSchema,
  medicineSummarySchema,
  stockCoverSchema,
  stockLevelSchema,
} from '@mms/contracts'
import { nextLink, Reply, type Route, route, weakEtagOf } from '@mms/service-kit'
import { z } from 'zod'
import type { CounterService } from './counter-service.ts'
import type { CatalogueService, MedicinePage } from './service.ts'

const PATH = '/api/medicines'

function pageHeaders(
  { total, next, foundBy }: MedicinePage,
  query: Record<string, string | number | undefined>,
) {
  const headers: Record<string, string> = { 'X-Total-Count': String(total) }
  if (foundBy) headers['X-Found-By'] = foundBy
  if (next) headers.Link = nextLink(PATH, { ...query, after: next })
  return headers
}

async function* withCosts({ addCosts }: CatalogueService, pieces: AsyncIterable<Medicine[]>) {
  for await (const piece of pieces) yield await addCosts(piece)
}

export function catalogueRoutes(catalogue: CatalogueService): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary:
        'Medicines as `sort` says, else by name, expiring ones by expiry date, those that a text finds the best first (X-Found-By); with limit in pages (Link, X-Total-Count)',
      query: listMedicinesQuerySchema,
      response: z.array(medicineSchema),
      handler: async ({ query, caller }) => {
        if (query.limit === undefined) {
          const pieces = catalogue.list(query)
          // Without `limit` the list is for an export; administrators also get cost prices.
          return Reply.paged(caller.role === 'admin' ? withCosts(catalogue, pieces) : pieces)
        }
        const page = await catalogue.page(query, query.limit)
        return Reply.written<Medicine[]>(page.json, pageHeaders(page, query))
      },
    }),
    route({
      method: 'get',
      path: `${PATH}/summary`,
      access: 'signed-in',
      summary: 'How many medicines there are, are low, and expire soon',
      response: medicineSummarySchema,
      handler: () => catalogue.summarize(),
    }),
    route({
      method: 'get',
      path: `${PATH}/categories`,
      access: 'signed-in',
      summary: 'Categories in use, sorted',
      response: z.array(medicineCategorySchema),
      handler: () => catalogue.listCategories(),
    }),
    route({
      method: 'get',
      path: `${PATH}/stock-levels`,
      access: 'signed-in',
      summary: 'The ten medicines with the lowest stock for their minimum, lowest first',
      response: z.array(stockLevelSchema),
      handler: () => catalogue.listStockLevels(),
    }),
    route({
      method: 'get',
      path: `${PATH}/stock-cover`,
      access: 'signed-in',
      summary: 'How many medicines there are by how long their stock lasts',
      response: stockCoverSchema,
      handler: () => catalogue.coverStock(),
    }),
  ]
}

export function counterRoutes(counter: CounterService): Route[] {
  return [
    route({
      method: 'get',
      path: `${PATH}/catalogue`,
      access: 'signed-in',
      summary: 'Medicines for a counter: changes since a version, or all in columns; 304 without changes',
      query: catalogueQuerySchema,
      headers: ['If-None-Match'],
      response: catalogueSchema,
      handler: async ({ query: { since }, headers }) => {
        const { version, changes, json } = await counter.read(since)
        // A strong ETag would forbid the gateway to compress the response.
        const etag = weakEtagOf(version)
        const status = headers['if-none-match'] === etag ? 304 : undefined
        return new Reply(changes as Catalogue, { json, headers: { ETag: etag }, ...(status && { status }) })
      },
    }),
  ]
}
