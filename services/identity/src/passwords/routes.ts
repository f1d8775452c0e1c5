import {
  changePasswordSchema,
  loginResponseSchema,
  reauthenticateSchema,
  setPasswordSchema,
} from '@mms/contracts'
import { PUBLIC_BODY_BYTES, type Route, type RouteRequest, route } from '@mms/service-kit'
import { z } from 'zod'
import type { IdentityContext } from '../context.ts'
import { deviceCookie, refuseCrossSite } from '../sessions/cookie.ts'
import { browserDetailsOf, signedInReply, uncached } from '../sessions/routes.ts'
import type { SessionService } from '../sessions/service.ts'
import { createPasswordService, type ProofRequest } from './service.ts'

export function toProofRequest({
  caller: { email, sessionId = '', mustChangePassword = false },
  headers,
  address,
}: Pick<RouteRequest<unknown, unknown, unknown>, 'caller' | 'headers' | 'address'>): ProofRequest {
  refuseCrossSite(headers)
  const browser = { address, origin: headers.origin, device: deviceCookie.read(headers) }
  return { email, sessionId, mustChangePassword, ...browser }
}

export function passwordRoutes(context: IdentityContext, { answerFor, start }: SessionService): Route[] {
  const passwords = createPasswordService(context)
  return [
    route({
      method: 'post',
      path: '/api/auth/password',
      access: 'signed-in',
      summary: 'Change one’s own password; other sessions end, this one gets a new access token',
      body: changePasswordSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: loginResponseSchema,
      withGivenPassword: true,
      handler: async ({ body, ...sent }) => {
        const proof = toProofRequest(sent)
        const user = await passwords.change(body, proof)
        return uncached(await answerFor(user, proof.sessionId))
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/reauthenticate',
      access: 'signed-in',
      summary: 'Confirm the password and the second step; replaces the session',
      body: reauthenticateSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: loginResponseSchema,
      handler: async ({ body, ...sent }) => {
        const proof = toProofRequest(sent)
        const user = await passwords.reauthenticate(body, proof)
        const signedIn = await start(user, { ...browserDetailsOf(sent.headers), confirms: proof.sessionId })
        return signedInReply(context)(signedIn, sent.headers)
      },
    }),
    route({
      method: 'post',
      path: '/api/users/:id/password',
      access: 'admin',
      summary: 'Set the password of another user, who then has to choose their own; their sessions end',
      params: z.strictObject({ id: z.uuid() }),
      body: setPasswordSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      handler: ({ params, body, caller }) => passwords.set(params.id, body.password, caller.id),
    }),
  ]
}
