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
import { DEVICE_KEPT_MS } from '../throttle/rules.ts'
import type { StoredUser } from '../users/store.ts'
import { deviceCookie, refreshCookie, refuseCrossSite } from './cookie.ts'
import type { OwnSessions } from './own-service.ts'
import { newSecret } from './refresh-token.ts'
import type { NewTokens, SessionService } from './service.ts'

const bearerOf = ({ authorization = '' }: IncomingHttpHeaders) => /^Bearer (\S+)$/i.exec(authorization)?.[1]

interface SessionRouteOptions {
  secure: boolean
  /** Throws if this user needs more than a password. `headers` come from the browser. */
  askMore: (user: StoredUser, headers: IncomingHttpHeaders) => Promise<void>
}

export const browserDetailsOf = (headers: IncomingHttpHeaders) => ({
  replacing: refreshCookie.read(headers),
  userAgent: headers['user-agent'] ?? '',
})

export const deviceSecretOf = (headers: IncomingHttpHeaders) => deviceCookie.read(headers) ?? newSecret()

export const signedInReply =
  (secure: boolean) =>
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

export function sessionRoutes(sessions: SessionService, { secure, askMore }: SessionRouteOptions): Route[] {
  const reply = signedInReply(secure)
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
          ...{ ...body, address, device, browser: browserDetailsOf(headers) },
          askMore: (user) => askMore(user, headers),
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

export function ownSessionRoutes(sessions: OwnSessions): Route[] {
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
