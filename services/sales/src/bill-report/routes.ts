import {
  addDays,
  type BillDocument,
  billLineRowSchema,
  billReportQuerySchema,
  billReportSchema,
  billRowSchema,
  billRowsQuerySchema,
} from '@mms/contracts'
import { decodeCursor, pageReply, problem, Reply, type Route, route } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createCounterStore } from '../counters/store.ts'
import { billRow, lineRows, reportOf } from './rules.ts'
import { createReportStore, type Period } from './store.ts'

const PATH = '/api/bills/report'
const LONGEST_DAYS = 366
const PAGE = 50
const cursorSchema = z.tuple([z.iso.date(), z.iso.datetime(), z.uuid()])

function checkPeriod({ from, to }: Period): void {
  if (addDays(from, LONGEST_DAYS) > to) return
  const message = `must be within ${LONGEST_DAYS} days of the first day`
  throw problem.badRequest('request.invalid', `The last day ${message}`, { errors: { to: message } })
}

export function reportRoutes(db: Knex): Route[] {
  const store = createReportStore(db)

  async function page<Row>(path: string, query: z.infer<typeof billRowsQuerySchema>, rowsOf: RowsOf<Row>) {
    checkPeriod(query)
    const { limit = PAGE, after } = query
    const position = after === undefined ? undefined : decodeCursor(after, cursorSchema)
    const found = await store.listDocuments(query, limit + 1, position)
    const cursorOf = ({ day, recordedAt, _id }: BillDocument) => [day, recordedAt, _id]
    const { body, headers } = pageReply(found, { path, query, limit, cursorOf })
    return new Reply(body.flatMap(rowsOf), { headers })
  }

  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'Sales, refunds, tax by rate and payments by mode, counter and person of at most 366 days',
      query: billReportQuerySchema,
      response: billReportSchema,
      handler: async ({ query }) => {
        checkPeriod(query)
        const sums = await store.sumPayments(query)
        const names = await store.listNames([...new Set(sums.map(({ sellerId }) => sellerId))])
        const counters = await createCounterStore(db).list()
        return reportOf({ period: query, sums, rates: await store.sumRates(query), counters, names })
      },
    }),
    route({
      method: 'get',
      path: `${PATH}/bills`,
      access: 'signed-in',
      summary: 'Bills and credit notes of at most 366 days as rows of a file, oldest first, in pages',
      query: billRowsQuerySchema,
      response: z.array(billRowSchema),
      handler: ({ query }) => page(`${PATH}/bills`, query, (document) => [billRow(document)]),
    }),
    route({
      method: 'get',
      path: `${PATH}/lines`,
      access: 'signed-in',
      summary: 'Their lines as rows of a file, in pages of so many bills',
      query: billRowsQuerySchema,
      response: z.array(billLineRowSchema),
      handler: ({ query }) => page(`${PATH}/lines`, query, lineRows),
    }),
  ]
}

type RowsOf<Row> = (document: BillDocument) => Row[]
