import type { LoginResponse, Reauthenticate } from '@mms/contracts'
import { http } from '@mms/sdk'
import { session } from '@mms/sdk/host'

/** Goes on with the session of an answer that has one, in the place of the user's last. */
export function goOnWith(answer: LoginResponse | undefined): void {
  if (answer && answer._id === session.get().user?.id) session.start(answer)
}

/** Proves once more who is signed in; the old access token ends. */
export async function reauthenticate(body: Reauthenticate): Promise<void> {
  const options = { body, quiet: true }
  goOnWith((await http.post<LoginResponse | undefined>('/api/auth/reauthenticate', options)).data)
}
