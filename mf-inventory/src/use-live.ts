import { useRefetchOn } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'

/** Refetched when a medicine changes. */
export const useLive: typeof useGet = (key, path, options) => {
  useRefetchOn(['medicines-changed'], key)
  return useGet(key, path, options)
}
