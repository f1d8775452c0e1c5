import { MAX_PAGE_REPORTS, type PageReport } from '@mms/contracts'
import { type MetricType, onCLS, onINP, onLCP } from 'web-vitals'
import { useRegistry } from '../areas/registry.ts'
import { followNotes, type Note } from '../notes/notes.ts'
import { pageReportOf, placeOfPage } from './report-of.ts'

const FLUSH_MS = 10_000

const queue = new Map<string, PageReport>()
const seen = new Set<string>()
let pathname = ''
/** Milliseconds since the page began. */
const visits: { since: number; pathname: string }[] = []
let timer: ReturnType<typeof setTimeout> | undefined

function add(report: PageReport): void {
  const { count: _count, ...what } = { count: 0, ...report }
  const key = JSON.stringify(what)
  if (report.kind !== 'view' && seen.has(key)) return
  if (report.kind !== 'view') seen.add(key)
  const same = queue.get(key)
  if (same && 'count' in same) same.count = Math.min(same.count + 1, 100)
  else if (queue.size < MAX_PAGE_REPORTS) queue.set(key, report)
  timer ??= setTimeout(flush, FLUSH_MS)
}

function take(note: Note): void {
  if (note.pathname !== pathname) {
    pathname = note.pathname
    visits.push({ since: visits.length === 0 ? 0 : performance.now(), pathname })
    seen.clear()
  }
  const report = pageReportOf(note)
  if (report) add(report)
}

function flush(): void {
  clearTimeout(timer)
  timer = undefined
  const reports = [...queue.values()]
  queue.clear()
  if (reports.length === 0 || !navigator.onLine || !useRegistry.getState().pageReports) return
  // `keepalive` lets the request finish after the page closes. If the gateway is down, reports are lost.
  fetch('/page-reports', {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ reports }),
  }).catch(() => {})
}

export function sendReports(): void {
  followNotes(take)
  followVitals((kind, value, at) => {
    const visit = visits.findLast(({ since }) => since <= at)
    const place = placeOfPage(visit?.pathname ?? window.location.pathname)
    if (place) add({ kind, ...place, value })
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
  window.addEventListener('pagehide', flush)
}

type Vital = Extract<PageReport, { value: number }>['kind']

/**
 * Reports each web vital once per page, when its value is final. `lcp` and `inp` are in milliseconds; `at`
 * counts from the page's start.
 */
function followVitals(listener: (kind: Vital, value: number, at: number) => void): void {
  const follow = (kind: Vital, on: (report: (metric: MetricType) => void) => void) => {
    let isKnown = false
    on(({ value, entries }) => {
      if (!isKnown) listener(kind, Math.min(value, 600_000), entries.at(-1)?.startTime ?? 0)
      isKnown = true
    })
  }
  follow('lcp', onLCP)
  follow('inp', onINP)
  follow('cls', onCLS)
}
