import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const ORIGIN = 'https://pharmacy.test'
const RETURN_TO = `${ORIGIN}/api/auth/single-sign-on/return`

export interface ProviderAccount {
  email?: string
  email_verified?: boolean
  name?: string
  roles?: unknown
}

/** A real OpenID Connect provider on this machine, whose people sign in by their subject alone. */
export async function startProvider() {
  const accounts = new Map<string, ProviderAccount>()
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'suite', client_secret: 'a secret of the provider', redirect_uris: [RETURN_TO] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    cookies: { keys: ['of the test'] },
    pkce: { required: () => true },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  return {
    issuer,
    accounts,
    close: () => server.close(),
    signIn: (address: string, sub: string) => signIn(address, sub),
  }
}

/** What a browser does at the provider: follows it, signs in, and stops where it is sent back to us. */
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
