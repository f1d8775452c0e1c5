import type { LoginResponse } from '@mms/contracts'
import { request } from '../http/request.ts'
import { stopLogout } from './logout.ts'
import { session } from './session.ts'

/** Starts the session that a single sign-on left in this browser's cookie. */
export async function takeUpSession(): Promise<void> {
  stopLogout()
  const { data } = await request<LoginResponse>('POST', '/api/auth/refresh')
  session.start(data)
}

/** Signs in; throws `ApiError` for the login page to show. */
export async function login(email: string, password: string): Promise<void> {
  stopLogout()
  const { data } = await request<LoginResponse>('POST', '/api/auth/login', { body: { email, password } })
  session.start(data)
}
