import { http } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys } from '../keys.ts'

/** Where the list is, and with an id behind it one medicine. */
export const MEDICINES_PATH = '/api/medicines'

/** The categories that medicines in stock have, for the filter. */
export const useCategories = () =>
  useGet<string[]>(medicineKeys('categories'), `${MEDICINES_PATH}/categories`)

export async function deleteMedicine(id: string): Promise<void> {
  await http.delete(`${MEDICINES_PATH}/${encodeURIComponent(id)}`, { quiet: true })
}
