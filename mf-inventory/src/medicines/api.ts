import type { ConvertPack, Medicine } from '@mms/contracts'
import { events, http, withProof } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys } from '../keys.ts'
import type { MedicineFilters } from './filters.ts'

export const MEDICINES_PATH = '/api/medicines'

export const useCategories = () =>
  useGet<string[]>(medicineKeys('categories'), `${MEDICINES_PATH}/categories`)

/** A large store's list may take long to load. */
const TIMEOUT_MS = 60_000

export async function fetchAllMedicines(filters: MedicineFilters): Promise<Medicine[]> {
  const options = { query: filters, quiet: true, timeout: TIMEOUT_MS }
  return (await http.get<Medicine[]>(MEDICINES_PATH, options)).data
}

/** Throws with status 412 if another user saved first. */
export async function convertPack({ _id, version }: Medicine, body: ConvertPack): Promise<void> {
  const options = { body, headers: { 'If-Match': `"${version}"` }, quiet: true }
  await withProof(() => http.put(`${MEDICINES_PATH}/${encodeURIComponent(_id)}/pack`, options))
  events.emit('medicines-changed', { medicineIds: [_id] })
}
