import {
  groupOutcomeSchema,
  ledgerLineSchema,
  MAX_PACK_SIZE,
  MAX_PAGE_SIZE,
  movementGroupSchema,
  movementSchema,
  pageQuerySchema,
  stockCommandSchema,
  stockOutcomeSchema,
} from '@mms/contracts'
import { decodeCursor, fingerprintOf, pageReply, problem, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { idParams } from '../medicines/routes.ts'
import type { StockService } from './service.ts'

const afterVersion = z.tuple([z.int()])
const MOVERS = ['sales']
const LEDGER_PAGE = 500
const ledgerQuery = z.strictObject({
  before: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
})

const packSizeOf = ({ 'pack-size': text }: Record<string, unknown>): number | undefined => {
  if (text === undefined) return undefined
  const packSize = z.coerce.number().int().min(1).max(MAX_PACK_SIZE).safeParse(text)
  if (packSize.success) return packSize.data
  throw problem.badRequest('inventory.malformed_pack_size', 'The header Pack-Size is not a pack size')
}

const groupRoute = (stock: StockService) =>
  route({
    method: 'put',
    path: '/internal/movement-groups/:id',
    access: 'service',
    callers: MOVERS,
    summary: 'Move all lines of a bill once, or none; goods that were handed over always move',
    params: idParams,
    body: movementGroupSchema,
    response: groupOutcomeSchema,
    handler: ({ params, body, received, caller }) => {
      const { handedOver: _, madeAt: __, ...compared } = received as Record<string, unknown>
      const fingerprint = fingerprintOf(compared)
      return stock.executeGroup({ id: params.id, group: body, callerId: caller.id, fingerprint })
    },
  })

export function stockRoutes(stock: StockService): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/medicines/:id/movements',
      access: 'signed-in',
      summary: 'The movements of a medicine, newest first, in pages (Link); also of a deleted medicine',
      params: idParams,
      query: z.strictObject(pageQuerySchema.shape),
      response: z.array(movementSchema),
      handler: async ({ params: { id }, query }) => {
        const { limit = MAX_PAGE_SIZE } = query
        const before = query.after === undefined ? undefined : decodeCursor(query.after, afterVersion)[0]
        const movements = await stock.listMovements(id, limit + 1, before)
        const path = `/api/medicines/${id}/movements`
        return pageReply(movements, { path, query: { limit }, limit, cursorOf: ({ version }) => [version] })
      },
    }),
    route({
      method: 'get',
      path: '/internal/medicines/:id/movements',
      access: 'service',
      callers: MOVERS,
      summary: 'The next 500 movements of a medicine below the version `before`, newest first',
      params: idParams,
      query: ledgerQuery,
      response: z.array(ledgerLineSchema),
      handler: ({ params, query }) => stock.listLedger(params.id, LEDGER_PAGE, query.before),
    }),
    route({
      method: 'put',
      path: '/internal/movements/:id',
      access: 'service',
      callers: MOVERS,
      summary: 'Move stock once: the same id answers the same outcome, another body with it 422',
      params: idParams,
      headers: ['Pack-Size'],
      body: stockCommandSchema,
      response: stockOutcomeSchema,
      handler: ({ params, body, headers, received, caller }) =>
        stock.execute({
          id: params.id,
          command: body,
          packSize: packSizeOf(headers),
          callerId: caller.id,
          fingerprint: fingerprintOf(received),
        }),
    }),
    groupRoute(stock),
    route({
      method: 'post',
      path: '/internal/movements/:id/cancellation',
      access: 'service',
      callers: MOVERS,
      summary: 'Make sure that a command never has an effect, or learn the outcome that it had',
      params: idParams,
      response: stockOutcomeSchema,
      handler: ({ params }) => stock.cancel(params.id),
    }),
  ]
}
