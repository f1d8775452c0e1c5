import type { StoreSettings, StoreSettingsShown } from '@mms/contracts'
import { http, useMutation, useQuery, useQueryClient } from '@mms/sdk'
import { demandKeys, settingsKeys } from '../keys.ts'

const PATH = '/api/store-settings'

export function useStoreSettings() {
  return useQuery({
    queryKey: settingsKeys,
    queryFn: async ({ signal }) => (await http.get<StoreSettingsShown>(PATH, { signal, quiet: true })).data,
    staleTime: 0,
  })
}

/** Saves all settings, unless somebody else has since `version`. Everything analytics shows is asked for again. */
export function useSaveSettings(onSaved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ settings, version }: { settings: StoreSettings; version: number }) => {
      const headers = { 'If-Match': `"${version}"` }
      return (await http.put<StoreSettingsShown>(PATH, { body: settings, headers, quiet: true })).data
    },
    onSuccess: (saved) => {
      queries.setQueryData(settingsKeys, saved)
      void queries.invalidateQueries({ queryKey: demandKeys })
      onSaved()
    },
  })
}
