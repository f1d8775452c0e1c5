import type { LoginResponse, Reauthenticate } from '@mms/contracts'
import { http } from '@mms/sdk'
import { session } from '@mms/sdk/host'

export function renewOwnSession(answer: LoginResponse | undefined): void {
  if (answer && answer._id === session.get().user?.id) session.start(answer)
}

export async function reauthenticate(body: Reauthenticate): Promise<void> {
  const options = { body, quiet: true }
  renewOwnSession((await http.post<LoginResponse | undefined>('/api/auth/reauthenticate', options)).data)
}
