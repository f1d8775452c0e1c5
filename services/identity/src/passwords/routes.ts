import { changePasswordSchema, setPasswordSchema } from '@mms/contracts'
import { PUBLIC_BODY_BYTES, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { refreshTokenOf, refuseCrossSite } from '../sessions/cookie.ts'
import type { PasswordService } from './service.ts'

export function passwordRoutes(passwords: PasswordService): Route[] {
  return [
    route({
      method: 'post',
      path: '/api/auth/password',
      access: 'signed-in',
      summary: 'Change one’s own password; other sessions end',
      body: changePasswordSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      handler: async ({ body, caller, headers, address }) => {
        refuseCrossSite(headers)
        const refreshToken = refreshTokenOf(headers)
        await passwords.change({ ...body, email: caller.email, address, refreshToken })
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
