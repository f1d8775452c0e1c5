import type { ShownStoreSettings, StoreSettings } from '@mms/contracts'
import { http } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { storeSettingsKeys } from '../keys.ts'

const PATH = '/api/store-settings'

export const useStoreSettings = () => useGet<ShownStoreSettings>(storeSettingsKeys, PATH)

/** Throws if another administrator saved since `etag`. */
export async function saveStoreSettings(saved: {
  body: StoreSettings
  etag: string
}): Promise<ShownStoreSettings> {
  const headers = { 'If-Match': saved.etag }
  return (await http.put<ShownStoreSettings>(PATH, { body: saved.body, headers, quiet: true })).data
}
