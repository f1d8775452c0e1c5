import { PERSON_COOKIE, SECURE_PERSON_COOKIE } from '@mms/contracts'
import { session } from '@mms/sdk/host'

const MAX_AGE_S = 400 * 86_400

interface Noted {
  id: string
  email: string
}

/** Over https, uses a `__Host-` cookie for all paths and deletes the cookie without that prefix. */
export function createPersonCookies(person: Noted | null, protocol: string): string[] {
  const value = encodeURIComponent(person ? `${person.id} ${person.email}` : '')
  const age = person ? MAX_AGE_S : 0
  const plain = (content: string, seconds: number) =>
    `${PERSON_COOKIE}=${content}; Path=/areas.json; SameSite=Strict; Max-Age=${seconds}`
  if (protocol !== 'https:') return [plain(value, age)]
  return [`${SECURE_PERSON_COOKIE}=${value}; Path=/; Secure; SameSite=Strict; Max-Age=${age}`, plain('', 0)]
}

/** Tells `/areas.json` who is signed in, because its preload sends no token. Cleared at sign-out. */
export function writePersonCookie(): void {
  for (const cookie of createPersonCookies(session.get().user, location.protocol)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous
    document.cookie = cookie
  }
}
