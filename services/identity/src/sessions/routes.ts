import type { IncomingHttpHeaders } from 'node:http'
import { loginRequestSchema, loginResponseSchema } from '@mms/contracts'
import { Reply, type Route, route } from '@mms/service-kit'
import { DEVICE_KEPT_MS } from '../throttle/rules.ts'
import { deviceCookie, refreshCookie, refuseCrossSite } from './cookie.ts'
import { newSecret } from './refresh-token.ts'
import type { SessionService, SignedIn } from './service.ts'

const bearerOf = ({ authorization = '' }: IncomingHttpHeaders) => /^Bearer (\S+)$/i.exec(authorization)?.[1]

export function sessionRoutes(sessions: SessionService, secure: boolean): Route[] {
  const reply = (
    { answer, refreshToken, lifetimeMs }: SignedIn,
    headers: IncomingHttpHeaders,
    more: string[] = [],
  ) =>
    new Reply(answer, {
      headers: {
        'Set-Cookie': [...refreshCookie.keep(refreshToken, lifetimeMs, { headers, secure }), ...more],
        'Cache-Control': 'no-store',
      },
    })

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
        const replacing = refreshCookie.read(headers)
        const device = deviceCookie.read(headers) ?? newSecret()
        const signedIn = await sessions.login({ ...body, address, device, replacing })
        return reply(signedIn, headers, deviceCookie.keep(device, DEVICE_KEPT_MS, { headers, secure }))
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
