import type { IncomingHttpHeaders } from 'node:http'
import { loginRequestSchema, loginResponseSchema } from '@mms/contracts'
import { Reply, type Route, route } from '@mms/service-kit'
import { DEVICE_KEPT_MS } from '../throttle/rules.ts'
import type { StoredUser } from '../users/store.ts'
import { deviceCookie, refreshCookie, refuseCrossSite } from './cookie.ts'
import { newSecret } from './refresh-token.ts'
import type { SessionService, SignedIn } from './service.ts'

const bearerOf = ({ authorization = '' }: IncomingHttpHeaders) => /^Bearer (\S+)$/i.exec(authorization)?.[1]

interface SessionRouteOptions {
  secure: boolean
  /** Throws if a password is not enough for this user; `headers` are the browser's. */
  askMore: (user: StoredUser, headers: IncomingHttpHeaders) => Promise<void>
}

export const browserOf = (headers: IncomingHttpHeaders) => ({
  replacing: refreshCookie.read(headers),
  userAgent: headers['user-agent'] ?? '',
})

export const deviceOf = (headers: IncomingHttpHeaders) => deviceCookie.read(headers) ?? newSecret()

export const signedInReply =
  (secure: boolean) =>
  ({ answer, refreshToken, lifetimeMs }: SignedIn, headers: IncomingHttpHeaders, device?: string) =>
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
        const device = deviceOf(headers)
        const signedIn = await sessions.login({
          ...{ ...body, address, device, browser: browserOf(headers) },
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
      summary:
        'End the session that the bearer token names, even an expired one; without it, that of the refresh cookie',
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
