import type { Medicine } from '@mms/contracts'
import { http } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys } from '../keys.ts'
import type { MedicineFilters } from './filters.ts'

/** Where the list is, and with an id behind it one medicine. */
export const MEDICINES_PATH = '/api/medicines'

/** The categories that medicines in stock have, for the filter. */
export const useCategories = () =>
  useGet<string[]>(medicineKeys('categories'), `${MEDICINES_PATH}/categories`)

/** The shelf of a large store may take long to come. */
const TIMEOUT_MS = 60_000

/** Every medicine that fits the filters, on all pages. */
export async function fetchAll(filters: MedicineFilters): Promise<Medicine[]> {
  const options = { query: filters, quiet: true, timeout: TIMEOUT_MS }
  return (await http.get<Medicine[]>(MEDICINES_PATH, options)).data
}
