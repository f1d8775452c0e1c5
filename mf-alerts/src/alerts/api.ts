import type { Alert, AlertGeneration, AlertStatus, AlertSummary, MedicineSummary } from '@mms/contracts'
import { http, useQuery, useSession } from '@mms/sdk'
import { alertKeys } from '../keys.ts'

export const ALERTS_PATH = '/api/alerts'

/** How often what is on the screen is asked for by itself: other people and the server's own schedule change it. */
export const POLL_MS = 60_000

// Failures are shown where they happen, so these are quiet.

/** How many alerts there are of each kind. Badge and page share one answer. */
export function useAlertSummary() {
  const isSignedIn = useSession((session) => session.token !== null)
  return useQuery({
    queryKey: alertKeys('summary'),
    queryFn: async ({ signal }) =>
      (await http.get<AlertSummary>(`${ALERTS_PATH}/summary`, { signal, quiet: true })).data,
    enabled: isSignedIn,
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
}

/** The newest few. */
export function useRecentAlerts() {
  return useQuery({
    queryKey: alertKeys('recent'),
    queryFn: async ({ signal }) =>
      (await http.get<Alert[]>(`${ALERTS_PATH}/recent`, { signal, quiet: true })).data,
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
}

/** What the store has, asked for where it matters. */
export function useMedicineSummary(enabled: boolean) {
  return useQuery({
    queryKey: alertKeys('medicines'),
    queryFn: async ({ signal }) =>
      (await http.get<MedicineSummary>('/api/medicines/summary', { signal, quiet: true })).data,
    enabled,
    staleTime: 0,
  })
}

/** Moves an alert on. Fails with 409 when somebody else has moved it further. */
export async function updateAlert(id: string, status: AlertStatus): Promise<void> {
  await http.put(`${ALERTS_PATH}/${encodeURIComponent(id)}`, { body: { status }, quiet: true })
}

/** Looks for alerts now. It may take longer than a page does in a store with many medicines. */
export async function generateAlerts(): Promise<AlertGeneration> {
  return (
    await http.post<AlertGeneration>(`${ALERTS_PATH}/generate`, { body: {}, quiet: true, timeout: 60_000 })
  ).data
}
