import { PERSON_COOKIE } from '@mms/contracts'
import { session } from '@mms/sdk/host'

const MAX_AGE_S = 400 * 86_400

/**
 * Notes for `/areas.json`, which the page preloads without a token, who is signed in. Sent with that address alone; gone with
 * the session.
 */
export function notePerson(): void {
  const { user } = session.get()
  const person = encodeURIComponent(user ? `${user.id} ${user.email}` : '')
  const age = user ? MAX_AGE_S : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store of browsers cannot be asked in the same turn
  document.cookie = `${PERSON_COOKIE}=${person}; Path=/areas.json; SameSite=Strict; Max-Age=${age}`
}
