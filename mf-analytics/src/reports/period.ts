import { addMonths, type ReportPeriod, reportPeriods } from '@mms/contracts'
import { storeToday, useSearchParams } from '@mms/sdk'

/** What the address says. The dates are those of a custom range, else empty. */
export interface ChosenPeriod {
  period: ReportPeriod
  startDate: string
  endDate: string
}

export const periodNames: Record<ReportPeriod, string> = {
  'last-week': 'Last Week',
  'last-month': 'Last Month',
  'last-quarter': 'Last Quarter',
  'last-year': 'Last Year',
  custom: 'Custom Range',
}

const isPeriod = (text: string | null): text is ReportPeriod =>
  (reportPeriods as readonly (string | null)[]).includes(text)

/** `isDate('2026-02-30') // false` */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** One month ago to today, by the store's clock. */
export function defaultRange(): Pick<ChosenPeriod, 'startDate' | 'endDate'> {
  const endDate = storeToday()
  return { startDate: addMonths(endDate, -1), endDate }
}

/** What is wrong with a custom range, for people; nothing if it can be asked for. */
export function periodProblem({ period, startDate, endDate }: ChosenPeriod): string | undefined {
  if (period !== 'custom') return undefined
  if (!isDate(startDate) || !isDate(endDate)) return 'Please choose a start date and an end date'
  if (startDate > endDate) return 'The start date must not be after the end date'
  return undefined
}

/** The period in the address: `/reports?period=custom&startDate=2026-01-01&endDate=2026-03-31`. */
export function usePeriod() {
  const [params, setParams] = useSearchParams()
  const named = params.get('period')
  const period = isPeriod(named) ? named : 'last-month'
  const range = period === 'custom' ? rangeOf(params) : { startDate: '', endDate: '' }
  const choose = ({ period: chosen, startDate, endDate }: ChosenPeriod) =>
    setParams(chosen === 'custom' ? { period: chosen, startDate, endDate } : { period: chosen })
  return { chosen: { period, ...range }, choose }
}

function rangeOf(params: URLSearchParams): Pick<ChosenPeriod, 'startDate' | 'endDate'> {
  const standard = defaultRange()
  const read = (name: 'startDate' | 'endDate') => {
    const text = params.get(name) ?? ''
    return isDate(text) ? text : standard[name]
  }
  return { startDate: read('startDate'), endDate: read('endDate') }
}
