import type { AreaManifest } from '@mms/contracts'
import { areaKeys, http, keepPreviousData, useQuery } from '@mms/sdk'

export interface PaletteEntry {
  label: string
  kind: string
  to: string
}

type Find = NonNullable<NonNullable<AreaManifest['palette']>['finds']>[number]
type Found = Record<string, string>

const PAUSE_MS = 150

/** Waits for a pause in typing: the next letter cancels the query. */
async function findEntries(finds: Find[], text: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  signal.throwIfAborted()
  const answers = await Promise.allSettled(
    finds.map(async ({ kind, ask, label, to }) => {
      const { data } = await http.get<Found[]>(ask + encodeURIComponent(text), { signal, quiet: true })
      return data.map((found) => ({
        kind,
        label: label.map((field) => found[field]).join(' · '),
        to: to.replace(/:(\w+)/g, (_, field: string) => encodeURIComponent(found[field] ?? '')),
      }))
    }),
  )
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

export const useFoundEntries = (finds: Find[], text: string, enabled: boolean) =>
  useQuery({
    queryKey: areaKeys('shell')('palette', text),
    queryFn: ({ signal }) => findEntries(finds, text, signal),
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
