import { http } from '@mms/sdk'

/** Where the list is, and with an id behind it one medicine. */
export const MEDICINES_PATH = '/api/medicines'

/** The categories that medicines in stock have, for the filter. */
export async function fetchCategories(signal: AbortSignal): Promise<string[]> {
  return (await http.get<string[]>(`${MEDICINES_PATH}/categories`, { signal, quiet: true })).data
}

export async function deleteMedicine(id: string): Promise<void> {
  await http.delete(`${MEDICINES_PATH}/${encodeURIComponent(id)}`, { quiet: true })
}
