import { reportQuerySchema, reportSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import type { FigureSources } from '../options.ts'
import { createReportService } from './service.ts'

export function reportRoute(sources: FigureSources): Route {
  const report = createReportService(sources)
  return route({
    method: 'get',
    path: '/api/reports',
    access: 'admin',
    summary: 'The report of a period: last-week, last-month, last-quarter, last-year, or custom with dates',
    query: reportQuerySchema,
    response: reportSchema,
    handler: ({ query }) => report(query),
  })
}
