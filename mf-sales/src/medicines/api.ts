import {
  type Catalogue,
  type CounterMedicine,
  createMedicineIndex,
  type Found,
  type Matches,
  type Medicine,
} from '@mms/contracts'
import { ApiError, http } from '@mms/sdk'

/** Most matches that are shown; who needs another one types on. */
export const MOST_MATCHES = 12
/** Most that a server of before is asked for, to choose the best of. */
const MOST_LISTED = 50

const CATALOGUE_PATH = '/api/medicines/catalogue'

/** What the form knows of a medicine. */
export type PickedMedicine = Pick<
  CounterMedicine,
  '_id' | 'name' | 'category' | 'currentStock' | 'unitPrice' | 'expiryDate'
> & { [Field in keyof CounterMedicine]?: CounterMedicine[Field] | undefined }

// Failures are shown by the picker itself, so these are quiet.

/** What changed since `version`, or everything; null when nothing did; `unknown` from a server that has no catalogue yet. */
export async function fetchCatalogue(version: string | null): Promise<Catalogue | null | 'unknown'> {
  try {
    const headers = version === null ? {} : { 'If-None-Match': `W/"${version}"` }
    const { data } = await http.get<Catalogue>(CATALOGUE_PATH, {
      query: { since: version },
      headers,
      quiet: true,
    })
    return data
  } catch (error) {
    if (error instanceof ApiError && error.status === 304) return null
    if (isUnknownPlace(error)) return 'unknown'
    throw error
  }
}

/** What the text finds among all medicines of the server. */
export async function searchMedicines(search: string, signal: AbortSignal): Promise<Found<PickedMedicine>> {
  const query = { search, limit: MOST_MATCHES }
  try {
    const { data } = await http.get<Matches>(`${CATALOGUE_PATH}/matches`, { query, signal, quiet: true })
    const kind = data.medicines.length === 0 ? 'nothing' : data.isSure ? 'name' : 'slip'
    return { items: data.medicines, isSure: data.isSure, kind, total: data.medicines.length }
  } catch (error) {
    if (!isUnknownPlace(error)) throw error
    return searchList(search, signal)
  }
}

/** The same from a server of before, which only lists what contains the text. */
async function searchList(search: string, signal: AbortSignal): Promise<Found<PickedMedicine>> {
  const query = { search, limit: MOST_LISTED }
  const { data } = await http.get<Medicine[]>('/api/medicines', { query, signal, quiet: true })
  return createMedicineIndex(data.map((medicine) => ({ ...medicine, sold: 0 }))).find(search, MOST_MATCHES)
}

export async function fetchMedicine(id: string, signal: AbortSignal): Promise<PickedMedicine> {
  const path = `/api/medicines/${encodeURIComponent(id)}`
  return (await http.get<Medicine>(path, { signal, quiet: true })).data
}

const isUnknownPlace = (error: unknown) =>
  error instanceof ApiError && error.kind === 'response' && [400, 404].includes(error.status)
