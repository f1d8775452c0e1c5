import { addMonths, type ReportPeriod, reportPeriods } from '@mms/contracts'
import { aDate, oneOf, storeToday, useSearchParams } from '@mms/sdk'
import * as words from '../words/reports.ts'

export interface ChosenPeriod {
  period: ReportPeriod
  startDate: string
  endDate: string
}

const aPeriod = oneOf(reportPeriods)

export function defaultRange(): Pick<ChosenPeriod, 'startDate' | 'endDate'> {
  const endDate = storeToday()
  return { startDate: addMonths(endDate, -1), endDate }
}

export function periodProblem({ period, startDate, endDate }: ChosenPeriod): string | undefined {
  if (period !== 'custom') return undefined
  if (!aDate(startDate) || !aDate(endDate)) return words.chooseDates
  if (startDate > endDate) return words.startAfterEnd
  return undefined
}

/** Kept in the address with the tab: `/reports?period=custom&startDate=2026-01-01&endDate=2026-03-31&tab=stock`. */
export function usePeriod() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab')
  const period = (aPeriod(params.get('period') ?? '') || 'last-month') as ReportPeriod
  const range = period === 'custom' ? rangeOf(params) : { startDate: '', endDate: '' }
  const choose = ({ period: chosen, startDate, endDate }: ChosenPeriod) =>
    setParams({
      period: chosen,
      ...(chosen === 'custom' ? { startDate, endDate } : {}),
      ...(tab ? { tab } : {}),
    })
  return { chosen: { period, ...range }, choose }
}

function rangeOf(params: URLSearchParams): Pick<ChosenPeriod, 'startDate' | 'endDate'> {
  const standard = defaultRange()
  const read = (name: 'startDate' | 'endDate') => aDate(params.get(name) ?? '') || standard[name]
  return { startDate: read('startDate'), endDate: read('endDate') }
}
