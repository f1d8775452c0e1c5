import type { Reauthenticate } from '@mms/contracts'
import { http } from '@mms/sdk'

/** Proves once more who is signed in. */
export const reauthenticate = (body: Reauthenticate) =>
  http.post('/api/auth/reauthenticate', { body, quiet: true })
