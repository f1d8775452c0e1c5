import type {
  Alert,
  AlertedMedicine,
  AlertGeneration,
  AlertSummary,
  MedicineSummary,
  UpdateAlert,
} from '@mms/contracts'
import { http, useRefetchOn, useSession } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { alertKeys } from '../keys.ts'

export const ALERTS_PATH = '/api/alerts'
export const MEDICINES_PATH = `${ALERTS_PATH}/by-medicine`

/** The server's largest page; its constant would load the schema library. */
const MAX_PAGE_SIZE = 200

/** How often what is on the screen is asked for by itself: other people and the server's own schedule change it. */
export const POLL_MS = 60_000

/** What is shown of alerts is fetched again after what happens in this browser, once for all parts of the page. */
export const useFreshAlerts = () =>
  useRefetchOn(['alerts-changed', 'medicines-changed'], alertKeys(), { throughFeed: ['medicines-changed'] })

/** How many alerts there are of each kind. Badge and page share one answer. */
export const useAlertSummary = () =>
  useGet<AlertSummary>(alertKeys('summary'), `${ALERTS_PATH}/summary`, {
    enabled: useSession((session) => session.token !== null),
    refetchInterval: POLL_MS,
  })

/** The most severe few. */
export const useRecentAlerts = () =>
  useGet<Alert[]>(alertKeys('recent'), `${ALERTS_PATH}/recent`, { refetchInterval: POLL_MS })

/** What the store has, asked for where it matters. */
export const useMedicineSummary = (enabled: boolean) =>
  useGet<MedicineSummary>(alertKeys('medicines'), '/api/medicines/summary', { enabled })

/** Moves an alert on. Fails with 409 when another user has moved it further. */
export async function updateAlert(id: string, body: UpdateAlert): Promise<void> {
  await http.put(`${ALERTS_PATH}/${encodeURIComponent(id)}`, { body, quiet: true })
}

/** All open alerts of the filtered list, whatever page they are on. */
export async function fetchAllOpen(filters: Record<string, string>): Promise<Alert[]> {
  const found: Alert[] = []
  for (let after: string | null = ''; after !== null; ) {
    const query: Record<string, string> = { ...filters, after, limit: String(MAX_PAGE_SIZE) }
    const { data, headers } = await http.get<AlertedMedicine[]>(MEDICINES_PATH, { query, quiet: true })
    found.push(...data.flatMap(({ alerts }) => alerts))
    const next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
    after = next ? new URL(next, window.location.origin).searchParams.get('after') : null
  }
  return found
}

/** Looks for alerts now. It may take longer than a page does in a store with many medicines. */
export async function generateAlerts(): Promise<AlertGeneration> {
  return (
    await http.post<AlertGeneration>(`${ALERTS_PATH}/generate`, { body: {}, quiet: true, timeout: 60_000 })
  ).data
}
