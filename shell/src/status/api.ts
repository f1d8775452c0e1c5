import type { SuiteStatus } from '@mms/contracts'
import { areaKeys, http, notify, useMutation, useQuery, useQueryClient } from '@mms/sdk'

const EVERY_MS = 10_000

/** A large store takes a few minutes. */
const BACKUP_TIMEOUT_MS = 600_000
const key = areaKeys('shell')('status')

export function useStatus() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await http.get<SuiteStatus>('/api/status', { signal, quiet: true })).data,
    refetchInterval: EVERY_MS,
  })
}

export function useBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => http.post('/api/status/backup', { timeout: BACKUP_TIMEOUT_MS }),
    onSuccess: () => notify.success('The backup is made'),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
