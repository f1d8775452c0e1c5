import { alertListQuerySchema, alertSchema, alertSummarySchema, updateAlertSchema } from '@mms/contracts'
import { nextLink, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import type { AlertService } from './service.ts'

const PATH = '/api/alerts'
const idParams = z.object({ id: z.uuid().toLowerCase() })

/** What people read and do. Fixed paths stand before the one with an id. */
export function alertRoutes(alerts: AlertService): Route[] {
  return [
    route({
      method: 'get',
      path: `${PATH}/recent`,
      access: 'signed-in',
      summary: 'The five newest alerts that nobody has resolved',
      response: z.array(alertSchema),
      handler: () => alerts.listRecent(),
    }),
    route({
      method: 'get',
      path: `${PATH}/summary`,
      access: 'signed-in',
      summary: 'How many alerts there are by status, and how many open ones by severity and type',
      response: alertSummarySchema,
      handler: () => alerts.summarize(),
    }),
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'Alerts, newest first, in pages (Link, X-Total-Count)',
      query: alertListQuerySchema,
      response: z.array(alertSchema),
      handler: async ({ query }) => {
        const { alerts: page, total, next } = await alerts.list(query)
        const link = next && nextLink(PATH, { ...query, after: next })
        return new Reply(page, { headers: { 'X-Total-Count': String(total), ...(link && { Link: link }) } })
      },
    }),
    route({
      method: 'put',
      path: `${PATH}/:id`,
      access: 'signed-in',
      summary: 'Mark an alert as read or resolved; never back',
      params: idParams,
      body: updateAlertSchema,
      response: alertSchema,
      handler: ({ params, body, caller: { id, name } }) =>
        alerts.setStatus(params.id, body.status, { _id: id, name }),
    }),
  ]
}
