import { medicineCategories } from '@mms/contracts'
import { type FilterAsk, useLocation, useNavigate, useSearchParams } from '@mms/sdk'
import type { MedicineFilters } from './api.ts'

export const filterNames = {
  'low-stock': 'Low Stock',
  expiring: 'Expiring Soon',
  expired: 'Expired',
} as const

export const noFilters: MedicineFilters = { search: '', category: '', filter: '' }

export interface ListAddress {
  filters: MedicineFilters
  isFiltered: boolean
  /** Where the page starts; empty on the first. */
  after: string
  /** Number of the page, from 1. */
  page: number
  /** `asked` is the mark of the form that asks, see `useFilterDraft`. */
  setFilters: (filters: MedicineFilters, asked?: FilterAsk) => void
  goNext: (cursor: string) => void
  /** Left out when it is not known how this page was reached. */
  goPrevious: (() => void) | undefined
  goFirst: () => void
  /** Goes along with a link away, so that `useWayBack` there leads to this very page of the list. */
  leaveState: LeaveState
}

interface Target {
  filters?: MedicineFilters
  after?: string
  page?: number
  trail?: string[]
  asked?: FilterAsk | undefined
}

interface LeaveState {
  list: { search: string; trail: string[] }
}

/**
 * Filters and page live in the address, so that reload, Back and a sent link show the same list. A keyset list knows
 * only its next page; the cursors walked over so far are kept beside the address, in the history entry.
 */
export function useListAddress(): ListAddress {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const trail = readTrail(state)
  const filters = readFilters(params)
  const after = params.get('after') ?? ''
  const page = after === '' ? 1 : Math.max(2, Number.parseInt(params.get('page') ?? '', 10) || 2)

  const go = (to: Target) => {
    void navigate(
      { search: writeParams(to.filters ?? filters, to.after ?? '', to.page ?? 1) },
      { state: { trail: to.trail ?? [], asked: to.asked } },
    )
  }
  const previous = trail.at(-1)
  return {
    filters,
    isFiltered: Object.values(filters).some((value) => value !== ''),
    after,
    page,
    setFilters: (next, asked) => go({ filters: next, asked }),
    goNext: (cursor) => go({ after: cursor, page: page + 1, trail: [...trail, after] }),
    goPrevious:
      previous === undefined
        ? undefined
        : () => go({ after: previous, page: page - 1, trail: trail.slice(0, -1) }),
    goFirst: () => go({}),
    leaveState: { list: { search, trail } },
  }
}

/** Where a form goes when it is done: the list, as it was when the form was opened from it. */
export function useWayBack(): { to: { pathname: string; search: string }; state: { trail: string[] } } {
  const list = (useLocation().state as Partial<LeaveState> | null)?.list
  return {
    to: { pathname: '/medicines', search: list?.search ?? '' },
    state: { trail: list?.trail ?? [] },
  }
}

/** The filters in words, for paper: "Low Stock · Vitamins · “amox”". */
export function describeFilters({ search, category, filter }: MedicineFilters): string {
  const name = filterNames[filter as keyof typeof filterNames]
  return [name, category, search && `“${search}”`].filter(Boolean).join(' · ')
}

/** What no list can be filtered by is left out. */
function readFilters(params: URLSearchParams): MedicineFilters {
  const filter = params.get('filter') ?? ''
  return {
    search: params.get('search')?.trim() ?? '',
    category: medicineCategories.find((category) => category === params.get('category')) ?? '',
    filter: Object.hasOwn(filterNames, filter) ? filter : '',
  }
}

function writeParams(filters: MedicineFilters, after: string, page: number): string {
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
