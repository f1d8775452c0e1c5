import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface ProviderAccount {
  email?: string
  email_verified?: boolean
  name?: string
  roles?: unknown
}

/** Real OpenID Connect provider whose people sign in by their subject alone. */
export async function startProvider(origin: string) {
  const accounts = new Map<string, ProviderAccount>()
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'suite',
        client_secret: 'a secret of the provider',
        redirect_uris: [`${origin}/api/auth/single-sign-on/return`],
      },
    ],
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
  }
}
