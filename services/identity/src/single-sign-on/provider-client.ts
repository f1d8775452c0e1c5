import { HOUR_MS } from '@mms/contracts'
import { assertSettingCallable, createOutbound, type OutboundPolicy } from '@mms/service-kit'
import * as openid from 'openid-client'
import type { z } from 'zod'
import type { settings } from '../config.ts'

type Settings = z.output<typeof settings>
export type SingleSignOnSettings = OutboundPolicy &
  Pick<Settings, 'PUBLIC_ORIGIN' | Extract<keyof Settings, `SSO_${string}`>>

export interface PendingSignIn {
  state: string
  nonce: string
  verifier: string
}

const SCOPE = 'openid profile email'
/** With any max_age a provider must return auth_time (OpenID Connect Core 1.0, 2). */
const ANY_AGE = { max_age: '31536000' }
const FRESH = { max_age: '0', prompt: 'login' }
const DESCRIPTION_KEPT_MS = HOUR_MS

/** OpenID Connect client: authorization code flow with PKCE, state and nonce. Undefined without a provider. */
export function createProviderClient(settings: SingleSignOnSettings, now: () => number) {
  const { SSO_ISSUER: issuer, SSO_CLIENT_ID: clientId, PUBLIC_ORIGIN: origin } = settings
  if (!issuer || !clientId || !origin) return undefined
  assertSettingCallable(settings, 'SSO_ISSUER', issuer)
  return createClient({ ...settings, issuer, clientId, origin }, now)
}

type ClientOptions = SingleSignOnSettings & { issuer: string; clientId: string; origin: string }

function createClient(options: ClientOptions, now: () => number) {
  const { issuer, clientId, origin, SSO_CLIENT_SECRET: clientSecret } = options
  const returnTo = `${origin}/api/auth/single-sign-on/return`
  const outbound = createOutbound(options)
  let described: { config: openid.Configuration; until: number } | undefined

  async function describe(): Promise<openid.Configuration> {
    if (described && now() < described.until) return described.config
    const authentication = clientSecret === undefined ? openid.None() : undefined
    const config = await openid.discovery(new URL(issuer), clientId, clientSecret, authentication, {
      [openid.customFetch]: (address, request) => outbound.fetch(address, request),
      // This library must not refuse clear text; the outbound client does where needed.
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    })
    described = { config, until: now() + DESCRIPTION_KEPT_MS }
    return config
  }

  return {
    /** Returns the provider's address and the values to keep. `again` makes the provider ask for a new proof. */
    async begin(again: boolean): Promise<{ address: string; pending: PendingSignIn }> {
      const config = await describe()
      const verifier = openid.randomPKCECodeVerifier()
      const pending = { state: openid.randomState(), nonce: openid.randomNonce(), verifier }
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: returnTo,
        scope: SCOPE,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again ? FRESH : ANY_AGE),
      })
      return { address: address.href, pending }
    },

    /** Returns the claims of a person who came back. Throws if anything differs from what `begin` returned. */
    async finish(query: Record<string, string>, { state, nonce, verifier }: PendingSignIn): Promise<object> {
      const config = await describe()
      const back = new URL(`${returnTo}?${new URLSearchParams(query)}`)
      const tokens = await openid.authorizationCodeGrant(config, back, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider gave no identity')
      if (config.serverMetadata().userinfo_endpoint === undefined) return claims
      const more = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      return { ...more, ...claims }
    },
  }
}
export type ProviderClient = ReturnType<typeof createClient>
