import type { Catalogue, CounterMedicine, Medicine, TransactionType } from '@mms/contracts'
import { ApiError, http } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys } from '../keys.ts'

const CATALOGUE_PATH = '/api/medicines/catalogue'

/** The full catalogue has up to 50,000 medicines (1.7 MB), which takes 3 minutes at 10 KB/s. */
const CATALOGUE_TIMEOUT_MS = 180_000

export type PickedMedicine = Pick<
  CounterMedicine,
  '_id' | 'name' | 'category' | 'currentStock' | 'unitPrice' | 'expiryDate'
> & { [Field in keyof CounterMedicine]?: CounterMedicine[Field] | undefined } & {
  /** Units in this browser's pending transactions. `currentStock` already includes them. */
  waiting?: number | undefined
  unsaleable?: { units: number; reason: string } | undefined
}

/** Returns the changes since `version`, or the whole catalogue. Null means no changes. */
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

const pathOf = (id: string) => `/api/medicines/${encodeURIComponent(id)}`

export const useMedicine = (id: string, enabled: boolean) =>
  useGet<PickedMedicine>(medicineKeys('by-id', id), pathOf(id), { enabled, staleTime: 30_000 })

/** Enabled for purchases only. Undefined for staff, who may not see costs. */
export function useLastCost(id = '', type: TransactionType): number | undefined {
  const enabled = id !== '' && type === 'purchase'
  return useGet<Medicine>(medicineKeys('by-id', id), pathOf(id), { enabled }).data?.costPrice ?? undefined
}
