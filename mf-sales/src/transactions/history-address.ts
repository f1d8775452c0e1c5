import { type FilterAsk, useLocation, useNavigate, useSearchParams } from '@mms/sdk'
import { formatDate } from '@mms/ui'
import type { HistoryFilters } from './api.ts'
import { isTransactionType, typeLooks } from './transaction-types.ts'

export const noFilters: HistoryFilters = { type: '', medicine: '', startDate: '', endDate: '' }

/** What is wrong with the dates, by field. */
export function wrongDates({ startDate, endDate }: HistoryFilters): string | undefined {
  return startDate && endDate && startDate > endDate ? 'Start Date must not be after End Date' : undefined
}

export interface HistoryAddress {
  filters: HistoryFilters
  isFiltered: boolean
  /** Where the page starts; empty on the first. */
  after: string
  /** Number of the page, from 1. */
  page: number
  /** `asked` is the mark of the form that asks, see `useFilterDraft`. */
  setFilters: (filters: HistoryFilters, asked?: FilterAsk) => void
  /** Takes the medicine out of the address, as if it had never been there. */
  leaveOutMedicine: () => void
  goNext: (cursor: string) => void
  /** Left out when it is not known how this page was reached. */
  goPrevious: (() => void) | undefined
  goFirst: () => void
}

interface Target {
  filters?: HistoryFilters
  after?: string
  page?: number
  trail?: string[]
  asked?: FilterAsk | undefined
  replace?: boolean
}

/**
 * Filters and page live in the address, so that reload, Back and a sent link show the same. A keyset list knows only
 * its next page; the cursors walked over so far are kept beside the address, in the history entry.
 */
export function useHistoryAddress(): HistoryAddress {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const trail = readTrail(useLocation().state)
  const filters = readFilters(params)
  const after = params.get('after') ?? ''
  const page = after === '' ? 1 : Math.max(2, Number.parseInt(params.get('page') ?? '', 10) || 2)

  const go = (to: Target) => {
    const search = writeParams(to.filters ?? filters, to.after ?? '', to.page ?? 1)
    const state = { trail: to.trail ?? [], asked: to.asked }
    void navigate({ search }, { state, replace: to.replace ?? false })
  }
  const previous = trail.at(-1)
  return {
    filters,
    isFiltered: Object.values(filters).some((value) => value !== ''),
    after,
    page,
    setFilters: (next, asked) => go({ filters: next, asked }),
    leaveOutMedicine: () => go({ filters: { ...filters, medicine: '' }, replace: true }),
    goNext: (cursor) => go({ after: cursor, page: page + 1, trail: [...trail, after] }),
    goPrevious:
      previous === undefined
        ? undefined
        : () => go({ after: previous, page: page - 1, trail: trail.slice(0, -1) }),
    goFirst: () => go({}),
  }
}

/** The filters in words, for paper: "Sales · Paracetamol 650 mg · from 1 Nov 2026 · to 20 Nov 2026". */
export function describeFilters({ type, startDate, endDate }: HistoryFilters, medicine?: string): string {
  const words = [
    isTransactionType(type) && typeLooks[type].plural,
    medicine,
    startDate && `from ${formatDate(startDate)}`,
    endDate && `to ${formatDate(endDate)}`,
  ]
  return words.filter(Boolean).join(' · ')
}

function readFilters(params: URLSearchParams): HistoryFilters {
  const type = params.get('type') ?? ''
  return {
    type: isTransactionType(type) ? type : '',
    medicine: readId(params.get('medicine')),
    startDate: readDate(params.get('startDate')),
    endDate: readDate(params.get('endDate')),
  }
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

function readId(text: string | null): string {
  const id = text?.toLowerCase() ?? ''
  return uuid.test(id) ? id : ''
}

/** A date that does not exist, or that no server takes, is no filter. */
function readDate(text: string | null): string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900-01-01') return ''
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : ''
}

function writeParams(filters: HistoryFilters, after: string, page: number): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value)
  if (after) {
    params.set('page', String(page))
    params.set('after', after)
  }
  return params.toString()
}

function readTrail(state: unknown): string[] {
  const trail = (state as { trail?: unknown } | null)?.trail
  return Array.isArray(trail) ? trail.filter((cursor) => typeof cursor === 'string') : []
}
