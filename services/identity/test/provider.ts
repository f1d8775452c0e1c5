import { localPolicy } from '@mms/service-kit/test-support'
import { startProvider as start } from '@mms/service-kit/test-support/provider'

export const ORIGIN = 'https://pharmacy.test'

export const settingsFor = (issuer: string) => ({
  SSO_ISSUER: issuer,
  SSO_CLIENT_ID: 'suite',
  SSO_CLIENT_SECRET: 'a secret of the provider',
  SSO_NAME: 'Example',
  SSO_ROLE_CLAIM: 'roles',
  PUBLIC_ORIGIN: ORIGIN,
  SSO_ADMIN_VALUES: ['owner'],
  SSO_STAFF_VALUES: ['pharmacist', 'cashier'],
  ...localPolicy,
})

/** Starts a provider for the suite at `ORIGIN`, with a browser that signs in there. */
export const startProvider = async () => ({ ...(await start(ORIGIN)), signIn })

/** Signs in at the provider as a browser would, and stops at the redirect back to us. */
async function signIn(address: string, sub: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const open = async (url: URL, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const init = { redirect: 'manual' as const, headers: { cookie } }
    const answer = await fetch(url, body ? { ...init, method: 'POST', body } : init)
    for (const text of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  let url = new URL(address)
  for (let step = 0; step < 10; step += 1) {
    if (url.href.startsWith(ORIGIN)) return url
    const isForm = url.pathname.startsWith('/interaction/')
    const form = new URLSearchParams({ prompt: 'login', login: sub, password: 'any' })
    const answer = isForm ? await open(url, form) : await open(url)
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url)
  }
  throw new Error('The provider sent the browser in a circle')
}
