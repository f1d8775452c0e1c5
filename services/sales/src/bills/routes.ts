import {
  type BillDocument,
  billSchema,
  createBillSchema,
  listBillsQuerySchema,
  listedBillSchema,
  voidNumberSchema,
} from '@mms/contracts'
import { decodeCursor, fingerprintOf, pageReply, problem, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { earliestOf } from '../recording/made-at.ts'
import { identifyingContentsOf, idParams, replayedHeader, senderOf } from '../transactions/replies.ts'
import type { BillResult, BillService } from './service.ts'
import type { NumberVoiding } from './voids.ts'

const PATH = '/api/bills'
const PAGE = 50
const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()])

function replyTo({ bill, replayed }: BillResult): Reply<BillDocument> {
  const { document, status } = bill
  const headers = { Location: `${PATH}/${bill.id}`, ...replayedHeader(replayed) }
  if (status === 'pending')
    return new Reply(document, { status: 202, headers: { ...headers, 'Retry-After': '1' } })
  if (status === 'final') return new Reply(document, { status: 201, headers })
  throw problem.conflict('sales.bill_refused', 'Some lines of this bill cannot be sold', {
    headers,
    more: { refused: document.refused },
  })
}

export function billRoutes(bills: BillService): Route[] {
  return [
    route({
      method: 'post',
      path: PATH,
      access: 'signed-in',
      summary: 'Book a bill once under its id: 201, 202 while unknown, 409 when lines are refused',
      headers: ['Idempotency-Key'],
      body: createBillSchema,
      response: billSchema,
      mayBePending: true,
      status: 201,
      handler: async ({ body, received, caller, trace }) => {
        const result = await bills.record(
          {
            bill: body,
            // A retry may be handed over, or come from another person, and is still the same bill.
            fingerprint: fingerprintOf(
              PATH,
              identifyingContentsOf(received, 'handedOver', 'approval', 'seller'),
            ),
            ...senderOf(caller),
            earliest: body.handedOver ? new Date(0) : earliestOf(caller),
          },
          trace,
        )
        return replyTo(result)
      },
    }),
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'Bills, newest first, in pages; by number or phone, day, medicine, batch or difference',
      query: listBillsQuerySchema,
      response: z.array(listedBillSchema),
      handler: async ({ query }) => {
        const { limit = PAGE, after } = query
        const position = after === undefined ? undefined : decodeCursor(after, cursorSchema)
        const found = await bills.list(query, limit + 1, position)
        const page = pageReply(found, { path: PATH, query, limit, cursorOf: ({ position }) => position })
        const shown = page.body.map(({ bill }) => bill)
        return new Reply(shown, { headers: page.headers })
      },
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      access: 'signed-in',
      summary: 'One bill, whatever its status',
      params: idParams,
      response: billSchema,
      handler: async ({ params }) => (await bills.find(params.id)).document,
    }),
  ]
}

export const voidRoute = (voidNumber: NumberVoiding): Route =>
  route({
    method: 'post',
    path: `${PATH}/counters/:id/voids`,
    access: 'admin',
    recentProof: true,
    summary: 'Void a number of a closed counter whose bill is lost',
    params: idParams,
    body: voidNumberSchema,
    response: billSchema,
    status: 201,
    handler: async ({ params, body, caller }) => {
      return (await voidNumber(params.id, body, senderOf(caller).sender)).document
    },
  })
