import type { LoginResponse } from '@mms/contracts'
import { request } from '../http/request.ts'
import { stopLogout } from './logout.ts'
import { session } from './session.ts'

/** Starts the session whose cookie single sign-on has set. */
export async function takeUpSession(): Promise<void> {
  stopLogout()
  const { data } = await request<LoginResponse>('POST', '/api/auth/refresh')
  session.start(data)
}

/** Signs in. Throws an `ApiError`, which the login page shows. */
export async function login(email: string, password: string): Promise<void> {
  stopLogout()
  const { data } = await request<LoginResponse>('POST', '/api/auth/login', { body: { email, password } })
  session.start(data)
}
