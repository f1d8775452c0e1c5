import { HOUR_MS, MINUTE_MS, type PageReport, pageReportSchema, pageReportsSchema } from '@mms/contracts'
import { type Logger, LRUCache, type Metrics, problem, readBody } from '@mms/service-kit'
import type { Middleware } from 'koa'
import type { AreaList } from '../areas/area-list.ts'
import { clientAddress } from '../http/client-address.ts'
import { createKnownPages } from './known-pages.ts'
import { createPageMetrics } from './metrics.ts'

interface PageReportsOptions {
  areas: () => Promise<AreaList>
  shellFolder?: string | undefined
  trustedProxies: number
  metrics: Metrics
  log: Logger
}

const PATH = '/page-reports'
const BODY = { bytes: 8 * 1024, ms: 10_000 }

/** Batches per minute: about a hundred browsers behind one shop's address. */
const MAX_OF_ADDRESS = 600
const MAX_OF_ALL = 6_000
/** Interval before the same problem is logged again. */
const LOGGED_MS = HOUR_MS

function createRate() {
  const counts = new LRUCache<string, number>({ max: 10_000, ttl: MINUTE_MS })
  return (key: string, limit: number): boolean => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count, { noUpdateTTL: true })
    return count <= limit
  }
}

/** Drops and counts reports whose labels the registry does not know, so that forged ones cost no memory. */
export function pageReports(options: PageReportsOptions): Middleware {
  const { metrics, trustedProxies, log } = options
  const pages = createPageMetrics(metrics.registry)
  const readKnownPages = createKnownPages({ ...options, onGone: pages.reset })
  const isWithin = createRate()
  const logged = new LRUCache<string, true>({ max: 1_000, ttl: LOGGED_MS })

  const logOnce = (report: PageReport, owner: string) => {
    if (!('name' in report)) return
    const { count: _count, ...what } = report
    const key = `${what.area} ${what.build} ${what.kind} ${what.name} ${what.at}`
    if (!logged.has(key)) log.info({ ...what, owner }, 'a page has a problem')
    logged.set(key, true, { noUpdateTTL: true })
  }

  const take = async (reports: unknown[]) => {
    const known = await readKnownPages()
    for (const each of reports) {
      const { data: report } = pageReportSchema.safeParse(each)
      const area = report && known.get(report.area)
      if (!report) pages.drop('invalid', 1)
      else if (!area?.builds.has(report.build) || !area.pages.has(report.page)) pages.drop('unknown', 1)
      else {
        pages.count(report, area.owner)
        logOnce(report, area.owner)
      }
    }
  }

  return async (ctx, next) => {
    if (ctx.path !== PATH) return next()
    ctx.state.route = PATH
    ctx.state.quiet = true
    if (ctx.method !== 'POST') return ctx.throw(405)
    if (!isWithin(clientAddress(ctx as never, trustedProxies), MAX_OF_ADDRESS) || !isWithin('', MAX_OF_ALL)) {
      pages.drop('rate', 1)
      throw problem.tooMany('gateway.too_many_reports', 'Too many reports. Please send fewer')
    }
    const { data, error } = pageReportsSchema.safeParse(await readBody(ctx as never, BODY))
    if (error) throw problem.badRequest('gateway.reports', 'These are no reports of pages')
    await take(data.reports)
    ctx.status = 204
  }
}
