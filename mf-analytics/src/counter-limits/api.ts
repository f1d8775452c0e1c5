import type { CounterLimits, ShownCounterLimits } from '@mms/contracts'
import { http, withProof } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { counterLimitKeys } from '../keys.ts'

const PATH = '/api/transactions/limits'

export const useCounterLimits = () => useGet<ShownCounterLimits>(counterLimitKeys, PATH, { staleTime: 0 })

/** Throws if another administrator saved since `etag`. */
export async function saveCounterLimits(saved: {
  body: CounterLimits
  etag: string
}): Promise<ShownCounterLimits> {
  const headers = { 'If-Match': saved.etag }
  const options = { body: saved.body, headers, quiet: true }
  return (await withProof(() => http.put<ShownCounterLimits>(PATH, options))).data
}
