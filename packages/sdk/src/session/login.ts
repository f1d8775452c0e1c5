import type { LoginResponse } from '@mms/contracts'
import { request } from '../http/request.ts'
import { session } from './session.ts'

/** Signs in; a failure is thrown as `ApiError` for the login page to show. */
export async function login(email: string, password: string): Promise<void> {
  const { data } = await request<LoginResponse>('POST', '/api/auth/login', { body: { email, password } })
  session.start(data)
}

/** Signs out at once, in every tab; the server forgets the refresh cookie if it can be reached. */
export function logout(): void {
  const { token } = session.get()
  session.end('here')
  request('POST', '/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } }).catch(
    () => undefined,
  )
}
