import type { SuiteStatus } from '@mms/contracts'
import { areaKeys, http, notify, useMutation, useQueryClient } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'

const EVERY_MS = 10_000

/** A backup of a large store takes a few minutes. */
const BACKUP_TIMEOUT_MS = 600_000
const key = areaKeys('shell')('status')

export const useStatus = () => useGet<SuiteStatus>(key, '/api/status', { refetchInterval: EVERY_MS })

export function useBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => http.post('/api/status/backup', { timeout: BACKUP_TIMEOUT_MS }),
    onSuccess: () => notify.success('The backup is made'),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
