import {
  alertedMedicineSchema,
  alertedMedicinesQuerySchema,
  alertListQuerySchema,
  alertSchema,
  alertSummarySchema,
  MAX_PAGE_SIZE,
  updateAlertSchema,
} from '@mms/contracts'
import { pageReply, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import type { AlertService } from './service.ts'

const PATH = '/api/alerts'
const LARGEST_PAGE = 1_000
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
        const { limit = LARGEST_PAGE, medicine } = query
        // One extra row shows whether there is a next page. The alerts of one medicine are one page.
        const { alerts: found, total } = await alerts.list(query, medicine ? limit : limit + 1)
        return pageReply(found, { path: PATH, query, limit, total, cursorOf: ({ _id }) => [_id] })
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
        const { limit = MAX_PAGE_SIZE } = query
        const path = `${PATH}/by-medicine`
        const { found, total } = await alerts.listByMedicine(query, limit + 1)
        const page = pageReply(found, { path, query, limit, total, cursorOf: ({ cursor }) => cursor })
        // A medicine whose alerts closed meanwhile is left out.
        const shown = page.body.flatMap(({ alerts: own }) =>
          own[0] ? [{ medicineId: own[0].medicineId, alerts: own }] : [],
        )
        return new Reply(shown, { headers: page.headers })
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
