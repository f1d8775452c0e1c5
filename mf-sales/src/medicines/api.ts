import type { Medicine } from '@mms/contracts'
import { http } from '@mms/sdk'

/** Head of the key of every query about medicines, in all areas: what a transaction makes out of date. */
export const MEDICINES_KEY = 'medicines'

/** Most matches that are fetched; who needs another one types on. */
const MOST_MATCHES = 50

/** What the form knows of a medicine, and since when (milliseconds since 1970). */
export interface PickedMedicine
  extends Pick<Medicine, '_id' | 'name' | 'category' | 'currentStock' | 'unitPrice' | 'expiryDate'> {
  asOf: number
}

// Failures are shown by the picker itself, so these are quiet.

export async function searchMedicines(search: string, signal: AbortSignal): Promise<PickedMedicine[]> {
  const query = { search, limit: MOST_MATCHES }
  const { data } = await http.get<Medicine[]>('/api/medicines', { query, signal, quiet: true })
  return data.map(toPicked)
}

export async function fetchMedicine(id: string, signal: AbortSignal): Promise<PickedMedicine> {
  const { data } = await http.get<Medicine>(`/api/medicines/${encodeURIComponent(id)}`, {
    signal,
    quiet: true,
  })
  return toPicked(data)
}

function toPicked({ _id, name, category, currentStock, unitPrice, expiryDate }: Medicine): PickedMedicine {
  return { _id, name, category, currentStock, unitPrice, expiryDate, asOf: Date.now() }
}
