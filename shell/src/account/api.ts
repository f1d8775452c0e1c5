import type { ChangePassword, LoginResponse } from '@mms/contracts'
import { http } from '@mms/sdk'

/** Changes one's own password. */
export async function changePassword(body: ChangePassword): Promise<LoginResponse | undefined> {
  return (await http.post<LoginResponse | undefined>('/api/auth/password', { body, quiet: true })).data
}
