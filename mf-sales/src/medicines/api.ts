import type { Catalogue, CounterMedicine, Medicine } from '@mms/contracts'
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

/**
 * What changed since `version`, or everything; null when nothing did. `unsupported`: an inventory service of the
 * previous release, which sends no catalogue of more than 10,000 medicines; `fetchMedicines` reads those.
 */
export async function fetchCatalogue(version: string | null): Promise<Catalogue | null | 'unsupported'> {
  try {
    const known = version === null ? {} : { 'If-None-Match': `W/"${version}"` }
    const headers = { Prefer: 'columns', ...known }
    const { data } = await http.get<Catalogue>(CATALOGUE_PATH, {
      query: { since: version },
      headers,
      timeout: CATALOGUE_TIMEOUT_MS,
      quiet: true,
    })
    return data.isTooLarge ? 'unsupported' : data
  } catch (error) {
    if (error instanceof ApiError && error.status === 304) return null
    if (isUnknownPlace(error)) return 'unsupported'
    throw error
  }
}

/**
 * All medicines as they are listed. For the previous release's inventory only: it goes with the next release.
 * Serves release 0.1.
 */
export async function fetchMedicines(): Promise<CounterMedicine[]> {
  const { data } = await http.get<Medicine[]>('/api/medicines', { quiet: true })
  return data.map((medicine) => ({ ...medicine, barcode: medicine.barcode ?? null, sold: 0 }))
}

export const useMedicine = (id: string, enabled: boolean) =>
  useGet<PickedMedicine>(medicineKeys('by-id', id), `/api/medicines/${encodeURIComponent(id)}`, {
    enabled,
    staleTime: 30_000,
  })

const isUnknownPlace = (error: unknown) =>
  error instanceof ApiError && error.kind === 'response' && [400, 404].includes(error.status)
