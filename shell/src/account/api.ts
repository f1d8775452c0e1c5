import type { ChangePassword, LoginResponse, Session } from '@mms/contracts'
import { areaKeys, http, useQuery, useQueryClient } from '@mms/sdk'

const sessionsKey = areaKeys('shell')('sessions')

/** Changes one's own password. */
export async function changePassword(body: ChangePassword): Promise<LoginResponse | undefined> {
  return (await http.post<LoginResponse | undefined>('/api/auth/password', { body, quiet: true })).data
}

/** Where the signed-in person is signed in. */
export const useSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) =>
      (await http.get<Session[]>('/api/auth/sessions', { signal, quiet: true })).data,
  })

/** Fetches the list again. */
export function useFreshSessions() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionsKey })
}

export const endSession = (id: string) => http.delete(`/api/auth/sessions/${id}`, { quiet: true })

export const endAllSessions = () => http.delete('/api/auth/sessions', { quiet: true })
