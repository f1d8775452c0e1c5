import type { Medicine } from '@mms/contracts'
import { http } from '@mms/sdk'

export const PAGE_SIZE = 50

/** Head of the key of every query whose answer a changed medicine makes out of date. */
export const MEDICINES_KEY = 'medicines'

export interface MedicineFilters {
  search: string
  category: string
  filter: string
}

export interface MedicinePage {
  medicines: Medicine[]
  /** How many there are on all pages, if the server says so. */
  total: number | undefined
  /** Where the next page starts. */
  next: string | undefined
}

/** One page of the list; `after` is the previous page's `next`, and out of an address it may be anything. */
export async function fetchMedicinePage(
  filters: MedicineFilters,
  after: string,
  signal: AbortSignal,
): Promise<MedicinePage> {
  const query = { ...filters, after, limit: PAGE_SIZE }
  const { data, headers } = await http.get<Medicine[]>('/api/medicines', {
    query,
    signal,
    quiet: after !== '',
  })
  const total = Number(headers.get('x-total-count') ?? Number.NaN)
  return {
    medicines: data,
    total: Number.isFinite(total) ? total : undefined,
    next: nextCursor(headers.get('link')),
  }
}

/** The cursor in `Link: </api/medicines?limit=50&after=…>; rel="next"`. */
export function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return new URL(target, window.location.origin).searchParams.get('after') ?? undefined
}

/** The categories that medicines in stock have, for the filter. */
export async function fetchCategories(signal: AbortSignal): Promise<string[]> {
  return (await http.get<string[]>('/api/medicines/categories', { signal, quiet: true })).data
}

export async function deleteMedicine(id: string): Promise<void> {
  await http.delete(`/api/medicines/${encodeURIComponent(id)}`, { quiet: true })
}
