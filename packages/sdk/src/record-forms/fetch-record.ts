import { http } from '@mms/sdk'
import { pathOf, type RecordKind, type Stored } from '../records/record-kind.ts'

export async function fetchRecord<Shown extends Stored>(kind: RecordKind, id: string, signal?: AbortSignal) {
  const options = { quiet: true, ...(signal ? { signal } : {}) }
  const { data, headers } = await http.get<Shown>(pathOf(kind, id), options)
  return { stored: data, etag: headers.get('etag') ?? `"${data.version}"` }
}
