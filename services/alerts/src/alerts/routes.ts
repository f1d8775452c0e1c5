import {
  alertedMedicineSchema,
  alertedMedicinesQuerySchema,
  alertListQuerySchema,
  alertSchema,
  alertSummarySchema,
  updateAlertSchema,
} from '@mms/contracts'
import { nextLink, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import type { AlertService } from './service.ts'

const PATH = '/api/alerts'
function paged<Row>(
  path: string,
  query: object,
  rows: Row[],
  { total, next }: { total: number; next: string | undefined },
) {
  const link = next && nextLink(path, { ...query, after: next })
  return new Reply(rows, { headers: { 'X-Total-Count': String(total), ...(link && { Link: link }) } })
}
const idParams = z.object({ id: z.uuid().toLowerCase() })

export function alertRoutes(alerts: AlertService): Route[] {
  return [
    route({
      method: 'get',
      path: `${PATH}/recent`,
      access: 'signed-in',
      summary: 'Five alerts that nobody has resolved: the most severe first, of these the newest',
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
        const page = await alerts.list(query)
        return paged(PATH, query, page.alerts, page)
      },
    }),
    route({
      method: 'get',
      path: `${PATH}/by-medicine`,
      access: 'signed-in',
      summary: 'Medicines with open alerts, the worst first, in pages (Link, X-Total-Count)',
      query: alertedMedicinesQuerySchema,
      response: z.array(alertedMedicineSchema),
      handler: async ({ query }) => {
        const page = await alerts.listByMedicine(query)
        return paged(`${PATH}/by-medicine`, query, page.medicines, page)
      },
    }),
    route({
      method: 'put',
      path: `${PATH}/:id`,
      access: 'signed-in',
      summary: 'Mark an alert as read or resolved, or snooze it; never back',
      params: idParams,
      body: updateAlertSchema,
      response: alertSchema,
      handler: ({ params, body, caller: { id, name } }) =>
        alerts.setStatus(params.id, body, { _id: id, name }),
    }),
  ]
}
