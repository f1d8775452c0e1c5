import type { IncomingHttpHeaders } from 'node:http'
import {
  feedEventSchema,
  feedQuerySchema,
  loginRequestSchema,
  loginResponseSchema,
  sessionSchema,
} from '@mms/contracts'
import { type Feed, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import type { IdentityContext } from '../context.ts'
import { DEVICE_KEPT_MS } from '../throttle/rules.ts'
import { deviceCookie, refreshCookie, refuseCrossSite } from './cookie.ts'
import { createOwnSessions } from './own-service.ts'
import { newSecret } from './refresh-token.ts'
import type { NewTokens, SessionService } from './service.ts'

const bearerOf = ({ authorization = '' }: IncomingHttpHeaders) => /^Bearer (\S+)$/i.exec(authorization)?.[1]

export const browserDetailsOf = (headers: IncomingHttpHeaders) => ({
  replacing: refreshCookie.read(headers),
  userAgent: headers['user-agent'] ?? '',
})

export const deviceSecretOf = (headers: IncomingHttpHeaders) => deviceCookie.read(headers) ?? newSecret()

/** Secrets are shown once and never cached. */
export const uncached = <T>(body: T) => new Reply(body, { headers: { 'Cache-Control': 'no-store' } })

export const signedInReply =
  ({ session: { cookieSecure: secure } }: Pick<IdentityContext, 'session'>) =>
  ({ answer, refreshToken, lifetimeMs }: NewTokens, headers: IncomingHttpHeaders, device?: string) =>
    new Reply(answer, {
      headers: {
        'Set-Cookie': [
          ...refreshCookie.keep(refreshToken, lifetimeMs, { headers, secure }),
          ...(device === undefined ? [] : deviceCookie.keep(device, DEVICE_KEPT_MS, { headers, secure })),
        ],
        'Cache-Control': 'no-store',
      },
    })

export function sessionRoutes(context: IdentityContext, sessions: SessionService): Route[] {
  const reply = signedInReply(context)
  const secure = context.session.cookieSecure
  return [
    route({
      method: 'post',
      path: '/api/auth/login',
      access: 'public',
      summary: 'Sign in; sets the refresh cookie',
      body: loginRequestSchema,
      response: loginResponseSchema,
      handler: async ({ body, headers, address }) => {
        refuseCrossSite(headers)
        const device = deviceSecretOf(headers)
        const signedIn = await sessions.login({
          ...body,
          address,
          device,
          origin: headers.origin,
          browser: browserDetailsOf(headers),
        })
        return reply(signedIn, headers, device)
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/refresh',
      access: 'public',
      summary: 'A new access token for the refresh cookie, which is replaced',
      response: loginResponseSchema,
      handler: async ({ headers, signal }) => {
        refuseCrossSite(headers)
        return reply(await sessions.refresh({ token: refreshCookie.read(headers), signal }), headers)
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/logout',
      access: 'public',
      summary: 'End the session of the bearer token, even an expired one, else of the refresh cookie',
      handler: async ({ headers }) => {
        refuseCrossSite(headers)
        const isCookieOver = await sessions.logout({
          refreshToken: refreshCookie.read(headers),
          accessToken: bearerOf(headers),
        })
        return isCookieOver
          ? new Reply(undefined, { headers: { 'Set-Cookie': refreshCookie.clear({ headers, secure }) } })
          : undefined
      },
    }),
  ]
}

/** Recently revoked tokens. Public, because the ids grant nothing; but the gateway does not forward this path. */
export function revocationRoute(feed: Feed): Route {
  return route({
    method: 'get',
    path: '/.well-known/endings',
    access: 'public',
    summary:
      'Sessions and tokens that ended in the last hour, in order; waits up to timeout ms for a first one',
    query: feedQuerySchema,
    response: z.array(feedEventSchema),
    quiet: true,
    handler: async ({ query, signal }) =>
      new Reply(await feed.read({ ...query, fromOldest: true, signal }), {
        headers: { 'content-type': 'application/cloudevents-batch+json', 'cache-control': 'no-store' },
      }),
  })
}

export function ownSessionRoutes(context: IdentityContext): Route[] {
  const sessions = createOwnSessions(context)
  return [
    route({
      method: 'get',
      path: '/api/auth/sessions',
      access: 'signed-in',
      summary: 'Where the caller is signed in, the session used last first',
      response: z.array(sessionSchema),
      handler: ({ caller }) => sessions.list(caller),
    }),
    route({
      method: 'delete',
      path: '/api/auth/sessions/:id',
      access: 'signed-in',
      summary: 'End one session of the caller; needs a recent proof of the password',
      params: z.strictObject({ id: z.uuid() }),
      handler: ({ params, caller }) => sessions.end(caller, params.id),
    }),
    route({
      method: 'delete',
      path: '/api/auth/sessions',
      access: 'signed-in',
      summary: 'End all sessions of the caller, this one too; needs a recent proof of the password',
      handler: ({ caller }) => sessions.endAll(caller),
    }),
  ]
}
