import type { Catalogue, CounterMedicine } from '@mms/contracts'
import { ApiError, http } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys } from '../keys.ts'

const CATALOGUE_PATH = '/api/medicines/catalogue'

/** An answer may be all 50,000 medicines, 1.7 MB: a line of 10 KB/s brings them, too. */
const CATALOGUE_TIMEOUT_MS = 180_000

/** What the form knows of a medicine. */
export type PickedMedicine = Pick<
  CounterMedicine,
  '_id' | 'name' | 'category' | 'currentStock' | 'unitPrice' | 'expiryDate'
> & { [Field in keyof CounterMedicine]?: CounterMedicine[Field] | undefined } & {
  /** Units of it in transactions of this browser that the server has not answered; `currentStock` counts them. */
  waiting?: number | undefined
  /** As a sale sees it, of one that is in stock and of which nothing can be sold: its units, and why. */
  unsaleable?: { units: number; reason: string } | undefined
}

// Failures are shown by the picker itself, so these are quiet.

/** What changed since `version`, or everything; null when nothing did. */
export async function fetchCatalogue(version: string | null): Promise<Catalogue | null> {
  try {
    const headers = version === null ? {} : { 'If-None-Match': `W/"${version}"` }
    const { data } = await http.get<Catalogue>(CATALOGUE_PATH, {
      query: { since: version },
      headers,
      timeout: CATALOGUE_TIMEOUT_MS,
      quiet: true,
    })
    return data
  } catch (error) {
    if (error instanceof ApiError && error.status === 304) return null
    throw error
  }
}

export const useMedicine = (id: string, enabled: boolean) =>
  useGet<PickedMedicine>(medicineKeys('by-id', id), `/api/medicines/${encodeURIComponent(id)}`, {
    enabled,
    staleTime: 30_000,
  })
