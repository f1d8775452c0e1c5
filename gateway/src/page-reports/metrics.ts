import type { PageReport } from '@mms/contracts'
import { Counter, Histogram, type Metrics } from '@mms/service-kit'

const labelNames = ['area', 'build', 'owner', 'page'] as const

/** Seconds, except for `cls`. Boundaries follow web.dev/articles/vitals and are fine enough for the p75. */
const BUCKETS = {
  lcp: [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10],
  inp: [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2],
  cls: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
}

type Dropped = 'invalid' | 'unknown' | 'rate'

export function createPageMetrics(registry: Metrics['registry']) {
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
