import type { StoreSettings, StoreSettingsShown } from '@mms/contracts'
import { http, useMutation, useQuery, useQueryClient } from '@mms/sdk'

const PATH = '/api/store-settings'
const SETTINGS_KEY = ['analytics', 'store-settings'] as const

export function useStoreSettings() {
  return useQuery({
    queryKey: SETTINGS_KEY,
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
      queries.setQueryData(SETTINGS_KEY, saved)
      void queries.invalidateQueries({ queryKey: ['analytics'] })
      onSaved()
    },
  })
}
