import type { PageReport } from '@mms/contracts'
import { type MetricType, onCLS, onINP, onLCP } from 'web-vitals'

type Vital = Extract<PageReport, { value: number }>['kind']

/**
 * Reports each vital once per page. `lcp` and `inp` are in milliseconds, and times count from the page's
 * start. Values are final when the page is hidden.
 */
export function followVitals(listener: (kind: Vital, value: number, at: number) => void): void {
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
