import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

export type Filters = Record<string, string>

export type FilterRules<T extends Filters> = { [Name in keyof T]: (text: string) => string }

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

export interface ListPlace {
  after: string
  page: number
  goNext: (cursor: string) => void
  /** Undefined if the previous page is unknown. */
  goPrevious: (() => void) | undefined
  goFirst: () => void
  /** Replaces this history entry by the first page, because the current page no longer exists. */
  replaceByFirst: () => void
}

interface FilterAsk {
  by: string
  number: number
}

export interface ListAddress<T extends Filters> extends ListPlace {
  filters: T
  filterCount: number
  /** `replace`: adds no history entry, for example while the user types. */
  setFilters: (filters: T, asked?: FilterAsk, replace?: boolean) => void
  /** Removes a filter from the address without adding a history entry. */
  leaveOut: (name: keyof T) => void
  clearFilters: () => void
  /** Pass it as link state, so that `useWayBack` can return to this page of the list. */
  leaveState: LeaveState
}

interface Target<T extends Filters> {
  filters?: T
  after?: string
  page?: number
  trail?: string[]
  asked?: FilterAsk | undefined
  replace?: boolean
}

interface LeaveState {
  list: { search: string; trail: string[] }
}

/** Stores a list's filters and page in the address, for reload, Back and links. The history entry has old cursors. */
export function useListAddress<T extends Filters>(rules: FilterRules<T>): ListAddress<T> {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const trail = readTrail(state)
  const filters = readFilters(rules, (name) => params.get(name) ?? '')
  const after = params.get('after') ?? ''
  const page = after === '' ? 1 : Math.max(2, Number.parseInt(params.get('page') ?? '', 10) || 2)

  const go = (to: Target<T>) => {
    const target = writeParams(to.filters ?? filters, to.after ?? '', to.page ?? 1)
    const nextState = { trail: to.trail ?? [], asked: to.asked }
    void navigate({ search: target }, { state: nextState, replace: to.replace ?? false })
  }
  const previous = trail.at(-1)
  return {
    filters,
    filterCount: Object.values(filters).filter((value) => value !== '').length,
    after,
    page,
    setFilters: (next, asked, replace = false) =>
      go({ filters: readFilters(rules, (name) => next[name] ?? ''), asked, replace }),
    leaveOut: (name) => go({ filters: { ...filters, [name]: '' }, replace: true }),
    clearFilters: () => go({ filters: readFilters(rules, () => '') }),
    goNext: (cursor) => go({ after: cursor, page: page + 1, trail: [...trail, after] }),
    goPrevious:
      previous === undefined
        ? undefined
        : () => go({ after: previous, page: page - 1, trail: trail.slice(0, -1) }),
    goFirst: () => go({}),
    replaceByFirst: () => go({ replace: true }),
    leaveState: { list: { search, trail } },
  }
}

/** Returns the list at `pathname` in the state from which the form was opened. */
export function useWayBack(pathname: string) {
  const list = (useLocation().state as Partial<LeaveState> | null)?.list
  return { to: { pathname, search: list?.search ?? '' }, state: { trail: list?.trail ?? [] } }
}

function readFilters<T extends Filters>(rules: FilterRules<T>, textOf: (name: string) => string): T {
  const read: Record<string, (text: string) => string> = rules
  return Object.fromEntries(Object.keys(read).map((name) => [name, read[name]?.(textOf(name)) ?? ''])) as T
}

function writeParams(filters: Filters, after: string, page: number): string {
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

/** Stores the page of a list in the component, for a list inside another page. */
export function useLocalPlace(): ListPlace {
  const [trail, setTrail] = useState<readonly string[]>([''])
  return {
    after: trail.at(-1) ?? '',
    page: trail.length,
    goNext: (cursor) => setTrail([...trail, cursor]),
    goPrevious: trail.length > 1 ? () => setTrail(trail.slice(0, -1)) : undefined,
    goFirst: () => setTrail(['']),
    replaceByFirst: () => setTrail(['']),
  }
}

/** Filters of a rule set, for example `FiltersOf<typeof supplierFilters>`. */
export type FiltersOf<Rules> = { [Name in keyof Rules]: string }

export const anyText = (text: string): string => text.trim()

export const oneOf =
  (words: readonly string[]) =>
  (text: string): string =>
    words.includes(text) ? text : ''

export const anId = (text: string): string => (uuid.test(text.toLowerCase()) ? text.toLowerCase() : '')

/** Accepts a valid calendar date, `yyyy-mm-dd`; other text becomes empty. */
export function aDate(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900-01-01') return ''
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : ''
}

type Changed = { target: { value: string } }

export function useFilterForm<T extends Filters>(address: ListAddress<T>) {
  const { draft, setDraft, ask } = useFilterDraft(address.filters)
  const apply = (next: T, replace = false) => {
    setDraft(next)
    address.setFilters(next, ask(), replace)
  }
  const field = (change: (draft: T) => void) => (name: keyof T & string) => ({
    value: draft[name] ?? '',
    onChange: ({ target }: Changed) => change({ ...draft, [name]: target.value }),
  })
  return {
    draft,
    setDraft,
    apply,
    clear: () => apply(Object.fromEntries(Object.keys(draft).map((name) => [name, ''])) as T),
    typed: field(setDraft),
    chosen: field(apply),
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      apply(draft)
    },
  }
}

let forms = 0
let asks = 0

/** Unique over page loads, because history entries that refer to the form outlive the page. */
function nameOfForm(): string {
  forms += 1
  return `${performance.timeOrigin}.${forms}`
}

/**
 * The draft follows the address after Back or a link, but not after the form's own navigation. That takes effect later,
 * when the user may have changed another filter already.
 */
function useFilterDraft<T extends Filters>(filters: T) {
  const [by] = useState(nameOfForm)
  const { asked } = (useLocation().state ?? {}) as { asked?: FilterAsk }
  const [draft, setDraft] = useState(filters)
  const [seen, setSeen] = useState({ filters, ask: asks })
  const isOwn = asked?.by === by && asked.number > seen.ask
  if (isOwn || JSON.stringify(filters) !== JSON.stringify(seen.filters)) {
    setSeen({ filters, ask: isOwn ? asked.number : seen.ask })
    if (!isOwn) setDraft(filters)
  }
  const ask = (): FilterAsk => {
    asks += 1
    return { by, number: asks }
  }
  return { draft, setDraft, ask }
}
