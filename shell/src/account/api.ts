import type { ChangePassword, LoginResponse, Session } from '@mms/contracts'
import { areaKeys, http, useQueryClient } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'

const sessionsKey = areaKeys('shell')('sessions')

export async function changePassword(body: ChangePassword): Promise<LoginResponse | undefined> {
  return (await http.post<LoginResponse | undefined>('/api/auth/password', { body, quiet: true })).data
}

export const useSessions = () => useGet<Session[]>(sessionsKey, '/api/auth/sessions')

export function useRefreshSessions() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionsKey })
}

export const endSession = (id: string) => http.delete(`/api/auth/sessions/${id}`, { quiet: true })

export const endAllSessions = () => http.delete('/api/auth/sessions', { quiet: true })
