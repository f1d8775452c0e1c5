import { changePasswordSchema, loginResponseSchema, setPasswordSchema } from '@mms/contracts'
import { PUBLIC_BODY_BYTES, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { deviceCookie, refuseCrossSite } from '../sessions/cookie.ts'
import type { SessionService } from '../sessions/service.ts'
import type { PasswordService } from './service.ts'

export function passwordRoutes(
  passwords: PasswordService,
  { answerFor }: Pick<SessionService, 'answerFor'>,
): Route[] {
  return [
    route({
      method: 'post',
      path: '/api/auth/password',
      access: 'signed-in',
      summary: 'Change one’s own password; other sessions end, this one gets a new access token',
      body: changePasswordSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: loginResponseSchema,
      handler: async ({ body, caller, headers, address }) => {
        refuseCrossSite(headers)
        const { email, sessionId = '' } = caller
        const user = await passwords.change({
          ...body,
          email,
          address,
          sessionId,
          device: deviceCookie.read(headers),
        })
        return new Reply(answerFor(user, sessionId), { headers: { 'Cache-Control': 'no-store' } })
      },
    }),
    route({
      method: 'post',
      path: '/api/users/:id/password',
      access: 'admin',
      summary: 'Set the password of a user; their sessions end',
      params: z.strictObject({ id: z.uuid() }),
      body: setPasswordSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      handler: ({ params, body }) => passwords.set(params.id, body.password),
    }),
  ]
}
