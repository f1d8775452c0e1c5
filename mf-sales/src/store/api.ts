import type { BillSettings, ShownBillSettings } from '@mms/contracts'
import { http, withProof } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { storeKeys } from '../keys.ts'

const PATH = '/api/bills/store'

export const useStoreSettings = () => useGet<ShownBillSettings>(storeKeys(), PATH)

/** Throws if another administrator saved since `etag`. */
export async function saveStoreSettings(saved: {
  body: BillSettings
  etag: string
}): Promise<ShownBillSettings> {
  const options = { body: saved.body, headers: { 'If-Match': saved.etag }, quiet: true }
  return (await withProof(() => http.put<ShownBillSettings>(PATH, options))).data
}
