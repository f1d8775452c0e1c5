import type { CompositionSuggestion, Medicine } from '@mms/contracts'
import { http } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { compositionKeys, saltKeys } from '../keys.ts'

export async function fetchNamesakes(name: string): Promise<Medicine[]> {
  const query = { search: name, limit: 200 }
  return (await http.get<Medicine[]>('/api/medicines', { query, quiet: true })).data
}

export function useCompositionOf(name: string): string | null {
  const options = { query: { name }, enabled: name !== '', staleTime: Number.POSITIVE_INFINITY }
  const { data } = useGet<CompositionSuggestion>(compositionKeys(name), '/api/medicines/composition', options)
  return data?.composition ?? null
}

/** Empty while loading. Serves release 0.3, which does not offer the list. */
export function useSalts(enabled: boolean): readonly string[] {
  const options = { enabled, staleTime: Number.POSITIVE_INFINITY }
  const { data } = useGet<string[]>(saltKeys, '/api/medicines/salts', options)
  return data ?? []
}
