import type { IncomingHttpHeaders } from 'node:http'
import {
  changePasswordSchema,
  loginResponseSchema,
  reauthenticateSchema,
  setPasswordSchema,
} from '@mms/contracts'
import { type Caller, PUBLIC_BODY_BYTES, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { deviceCookie, refuseCrossSite } from '../sessions/cookie.ts'
import { browserDetailsOf, signedInReply } from '../sessions/routes.ts'
import type { SessionService } from '../sessions/service.ts'
import type { PasswordService, ProofRequest } from './service.ts'

interface ProofSource {
  caller: Caller
  headers: IncomingHttpHeaders
  address: string
}

export function toProofRequest({
  caller: { email, sessionId = '' },
  headers,
  address,
}: ProofSource): ProofRequest {
  refuseCrossSite(headers)
  return { email, sessionId, address, origin: headers.origin, device: deviceCookie.read(headers) }
}

export function passwordRoutes(
  passwords: PasswordService,
  { answerFor, start }: Pick<SessionService, 'answerFor' | 'start'>,
  secure: boolean,
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
      withGivenPassword: true,
      handler: async ({ body, ...sent }) => {
        const proof = toProofRequest(sent)
        const user = await passwords.change(body, proof)
        return new Reply(await answerFor(user, proof.sessionId), { headers: { 'Cache-Control': 'no-store' } })
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
        return signedInReply(secure)(signedIn, sent.headers)
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
