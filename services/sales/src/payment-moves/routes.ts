import {
  openCreditSchema,
  openCreditsQuerySchema,
  paymentMoveSchema,
  shownPaymentMoveSchema,
} from '@mms/contracts'
import { fingerprintOf, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { authorOf, identifyingContentsOf, idParams, replayedHeader } from '../transactions/replies.ts'
import type { MoveService } from './service.ts'

const PATH = '/api/bills/:id/payment-moves'

export function moveRoutes(moves: MoveService): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/bills/credits',
      access: 'signed-in',
      summary: 'Bills of a phone number whose credit is open, oldest first',
      query: openCreditsQuerySchema,
      response: z.array(openCreditSchema),
      handler: ({ query }) => moves.listOpenCredits(query.phone),
    }),
    route({
      method: 'post',
      path: PATH,
      access: 'signed-in',
      summary: 'Correct the mode of a payment, or record that credit was paid, once under the id of the move',
      params: idParams,
      body: paymentMoveSchema,
      response: shownPaymentMoveSchema,
      status: 201,
      handler: async ({ params: { id }, body, received, caller }) => {
        const fingerprint = fingerprintOf(id, identifyingContentsOf(received))
        const { move, replayed } = await moves.move({ billId: id, body, fingerprint, by: authorOf(caller) })
        return new Reply(move, { status: 201, headers: replayedHeader(replayed) })
      },
    }),
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'The payment moves of a bill, oldest first',
      params: idParams,
      response: z.array(shownPaymentMoveSchema),
      handler: ({ params }) => moves.list(params.id),
    }),
  ]
}
