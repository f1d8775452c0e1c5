import type { CompositionSuggestion, CreateMedicine, Medicine } from '@mms/contracts'
import { http } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { compositionKeys } from '../keys.ts'

/** A medicine and the ETag that says which version of it this is. */
export interface LoadedMedicine {
  medicine: Medicine
  etag: string
}

// Failures are shown by the form itself, so these are quiet.

export async function fetchMedicine(id: string, signal?: AbortSignal): Promise<LoadedMedicine> {
  const { data, headers } = await http.get<Medicine>(pathOf(id), {
    quiet: true,
    ...(signal ? { signal } : {}),
  })
  return { medicine: data, etag: headers.get('etag') ?? `"${data.version}"` }
}

/** Medicines of about this name. */
export async function fetchNamesakes(name: string): Promise<Medicine[]> {
  const query = { search: name, limit: 200 }
  return (await http.get<Medicine[]>('/api/medicines', { query, quiet: true })).data
}

/** Salts and strengths that a name says, where inventory knows them; an earlier release of it never does. */
export function useCompositionOf(name: string): string | null {
  const options = { query: { name }, enabled: name !== '', staleTime: Number.POSITIVE_INFINITY }
  const { data } = useGet<CompositionSuggestion>(compositionKeys(name), '/api/medicines/composition', options)
  return data?.composition ?? null
}

/** Adds a medicine; once, however often it is sent with the same key. */
export async function createMedicine(body: CreateMedicine, key: string): Promise<void> {
  await http.post('/api/medicines', { body, headers: { 'Idempotency-Key': key }, quiet: true })
}

/** Saves over the version that `etag` names and no other: the server answers 412 when there is a newer one. */
export async function updateMedicine(id: string, body: CreateMedicine, etag: string): Promise<void> {
  await http.put(pathOf(id), { body, headers: { 'If-Match': etag }, quiet: true })
}

const pathOf = (id: string) => `/api/medicines/${encodeURIComponent(id)}`
