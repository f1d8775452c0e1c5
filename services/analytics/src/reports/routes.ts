import { reportQuerySchema, reportSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import type { MakeReport } from './service.ts'

export function reportRoutes(report: MakeReport): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/reports',
      access: 'admin',
      summary: 'The report of a period: last-week, last-month, last-quarter, last-year, or custom with dates',
      query: reportQuerySchema,
      response: reportSchema,
      handler: ({ query }) => report(query),
    }),
  ]
}
