import { HOUR_MS, MINUTE_MS, type PageReport, pageReportSchema, pageReportsSchema } from '@mms/contracts'
import {
  Counter,
  Histogram,
  type Logger,
  LRUCache,
  type Metrics,
  networkOf,
  problem,
  readBody,
} from '@mms/service-kit'
import type { Middleware } from 'koa'
import type { AreaList } from '../areas/area-list.ts'
import { clientAddress } from '../http/client-address.ts'
import { createKnownPages } from './known-pages.ts'

const labelNames = ['area', 'build', 'owner', 'page'] as const

/** In seconds, except `cls`. Boundaries follow web.dev/articles/vitals and are fine enough for the 75th percentile. */
const BUCKETS = {
  lcp: [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10],
  inp: [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2],
  cls: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
}

interface PageReportsOptions {
  areas: () => Promise<AreaList>
  shellFolder?: string | undefined
  trustedProxies: number
  metrics: Metrics
  log: Logger
}

const PATH = '/page-reports'
const BODY = { bytes: 8 * 1024, ms: 10_000 }

/** Batches per minute, enough for about a hundred browsers behind one shop's address. */
const MAX_OF_NETWORK = 600
const MAX_OF_ALL = 6_000
/** Time until the same problem is logged again. */
const LOGGED_MS = HOUR_MS

function createRate() {
  const counts = new LRUCache<string, number>({ max: 10_000, ttl: MINUTE_MS })
  return (key: string, limit: number): boolean => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count, { noUpdateTTL: true })
    return count <= limit
  }
}

/** Drops (and counts) reports with unknown labels, so that forged reports cost no memory. */
export function receivePageReports(options: PageReportsOptions): Middleware {
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
    const network = networkOf(clientAddress(ctx as never, trustedProxies))
    if (!isWithin(network, MAX_OF_NETWORK) || !isWithin('', MAX_OF_ALL)) {
      pages.drop('rate', 1)
      throw problem.tooMany('gateway.too_many_reports', 'Too many reports. Please send fewer')
    }
    const { data, error } = pageReportsSchema.safeParse(await readBody(ctx as never, BODY))
    if (error) throw problem.badRequest('gateway.reports', 'These are no reports of pages')
    await take(data.reports)
    ctx.status = 204
  }
}

type Dropped = 'invalid' | 'unknown' | 'rate'

function createPageMetrics(registry: Metrics['registry']) {
  const registers = [registry]
  const views = new Counter({
    name: 'page_views_total',
    help: 'Parts of areas that browsers have shown',
    labelNames,
    registers,
  })
  const problems = new Counter({
    name: 'page_problems_total',
    help: 'Errors, failed loads and unhandled rejections in browsers, each once a view',
    labelNames: [...labelNames, 'kind'] as const,
    registers,
  })
  const vital = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers })
  const vitals = {
    lcp: vital('page_lcp_seconds', 'Largest contentful paint of a first page', BUCKETS.lcp),
    inp: vital('page_inp_seconds', 'Interaction to next paint', BUCKETS.inp),
    cls: vital('page_cls', 'Cumulative layout shift', BUCKETS.cls),
  }
  const dropped = new Counter({
    name: 'page_reports_dropped_total',
    help: 'Reports of pages that are not counted',
    labelNames: ['reason'] as const,
    registers,
  })

  return {
    count(report: PageReport, owner: string): void {
      const { kind, area, build, page } = report
      const labels = { area, build, owner, page }
      if (kind === 'view') views.inc(labels, report.count)
      else if ('value' in report)
        vitals[report.kind].observe(labels, report.value / (kind === 'cls' ? 1 : 1000))
      else problems.inc({ ...labels, kind }, report.count)
    },
    drop: (reason: Dropped, count: number): void => dropped.inc({ reason }, count),
    reset(): void {
      for (const metric of [views, problems, ...Object.values(vitals)]) metric.reset()
    },
  }
}
