import { PERSON_COOKIE, SECURE_PERSON_COOKIE } from '@mms/contracts'
import { session } from '@mms/sdk/host'

const MAX_AGE_S = 400 * 86_400

interface Noted {
  id: string
  email: string
}

/** The cookies that note a person, or no one. Over https the safe name asks for all addresses, and the plain one goes. */
export function personCookies(person: Noted | null, protocol: string): string[] {
  const value = encodeURIComponent(person ? `${person.id} ${person.email}` : '')
  const age = person ? MAX_AGE_S : 0
  const plain = (content: string, seconds: number) =>
    `${PERSON_COOKIE}=${content}; Path=/areas.json; SameSite=Strict; Max-Age=${seconds}`
  if (protocol !== 'https:') return [plain(value, age)]
  return [`${SECURE_PERSON_COOKIE}=${value}; Path=/; Secure; SameSite=Strict; Max-Age=${age}`, plain('', 0)]
}

/** Notes for `/areas.json`, which the page preloads without a token, who is signed in; gone with the session. */
export function notePerson(): void {
  for (const cookie of personCookies(session.get().user, location.protocol)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store of browsers cannot be asked in the same turn
    document.cookie = cookie
  }
}
