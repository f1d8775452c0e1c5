import { type AlertDeliveryQuery, alertDeliveryQuerySchema, alertDeliverySchema } from '@mms/contracts'
import {
  decodeCursor,
  inTransaction,
  pageReply,
  problem,
  type Route,
  recordChange,
  route,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createDeliveryStore } from './store.ts'

const PATH = '/api/alerts/deliveries'
const LARGEST_PAGE = 200
const cursorSchema = z.tuple([z.uuid()])

export interface DeliveryRouteOptions {
  db: Knex
  now: () => Date
  wake: (channel: string) => void
}

/** False if the delivery's status was not `dead`. */
const resend = (db: Knex, id: string, at: Date): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const isRevived = await createDeliveryStore(trx).revive(id, at)
    if (isRevived) await recordChange(trx, { action: 'delivery.resent', subject: id })
    return isRevived
  })

async function readPage(db: Knex, query: AlertDeliveryQuery) {
  const { limit = LARGEST_PAGE, after, status } = query
  const [id] = after === undefined ? [] : decodeCursor(after, cursorSchema)
  const found = await createDeliveryStore(db).list(status, limit + 1, id)
  return pageReply(found, { path: PATH, query, limit, cursorOf: ({ _id }) => [_id] })
}

export function deliveryRoutes({ db, now, wake }: DeliveryRouteOptions): Route[] {
  const store = createDeliveryStore(db)
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'admin',
      summary: 'What was or is to be sent by e-mail and webhook, newest first, in pages (Link)',
      query: alertDeliveryQuerySchema,
      response: z.array(alertDeliverySchema),
      handler: ({ query }) => readPage(db, query),
    }),
    route({
      method: 'post',
      path: `${PATH}/:id/resend`,
      access: 'admin',
      summary: 'Send one that was given up again, at once',
      params: z.object({ id: z.uuid().toLowerCase() }),
      response: alertDeliverySchema,
      handler: async ({ params: { id } }) => {
        const isRevived = await resend(db, id, now())
        const delivery = await store.find(id)
        if (!delivery) throw problem.notFound('alerts.delivery_not_found', 'Delivery not found')
        if (!isRevived) {
          const message = `This delivery was not given up: it is ${delivery.status}`
          throw problem.conflict('alerts.delivery_not_dead', message)
        }
        wake(delivery.channel)
        return delivery
      },
    }),
  ]
}
