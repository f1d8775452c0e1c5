import type {
  Alert,
  AlertedMedicine,
  AlertGeneration,
  AlertSummary,
  MedicineSummary,
  UpdateAlert,
} from '@mms/contracts'
import { areaKeys, http, useRefetchOn, useSession } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
export const alertKeys = areaKeys('alerts')

export const ALERTS_PATH = '/api/alerts'
export const ALERTED_MEDICINES_PATH = `${ALERTS_PATH}/by-medicine`

/** The server's limit. Importing its constant would also load the schema library. */
const MAX_PAGE_SIZE = 200

/** Poll, because other users and the server's schedule change alerts too. */
export const POLL_MS = 60_000

export const useAlertRefetch = () =>
  useRefetchOn(['alerts-changed', 'medicines-changed'], alertKeys(), { throughFeed: ['medicines-changed'] })

/** The badge and the alerts page share one request. */
export const useAlertSummary = () =>
  useGet<AlertSummary>(alertKeys('summary'), `${ALERTS_PATH}/summary`, {
    enabled: useSession((session) => session.token !== null),
    refetchInterval: POLL_MS,
  })

export const useRecentAlerts = () =>
  useGet<Alert[]>(alertKeys('recent'), `${ALERTS_PATH}/recent`, { refetchInterval: POLL_MS })

export const useMedicineSummary = (enabled: boolean) =>
  useGet<MedicineSummary>(alertKeys('medicines'), '/api/medicines/summary', { enabled })

/** Throws with status 409 if another user has moved the alert further. */
export async function updateAlert(id: string, body: UpdateAlert): Promise<void> {
  await http.put(`${ALERTS_PATH}/${encodeURIComponent(id)}`, { body, quiet: true })
}

export async function fetchOpenAlerts(filters: Record<string, string>): Promise<Alert[]> {
  const found: Alert[] = []
  for (let after: string | null = ''; after !== null; ) {
    const query: Record<string, string> = { ...filters, after, limit: String(MAX_PAGE_SIZE) }
    const options = { query, quiet: true }
    const { data, headers } = await http.get<AlertedMedicine[]>(ALERTED_MEDICINES_PATH, options)
    found.push(...data.flatMap(({ alerts }) => alerts))
    const next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
    after = next ? new URL(next, window.location.origin).searchParams.get('after') : null
  }
  return found
}

/** Takes long in a store with many medicines, hence the longer timeout. */
export async function generateAlerts(): Promise<AlertGeneration> {
  const options = { body: {}, quiet: true, timeout: 60_000 }
  return (await http.post<AlertGeneration>(`${ALERTS_PATH}/generate`, options)).data
}
