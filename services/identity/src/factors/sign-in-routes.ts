import type { IncomingHttpHeaders } from 'node:http'
import {
  beginAppSchema,
  confirmAppSchema,
  loginResponseSchema,
  newAppSchema,
  recoveryCodesSchema,
  takeSecondStepSchema,
} from '@mms/contracts'
import { Reply, type Route, route } from '@mms/service-kit'
import { refuseCrossSite } from '../sessions/cookie.ts'
import { browserDetailsOf, deviceSecretOf, signedInReply } from '../sessions/routes.ts'
import type { SessionService } from '../sessions/service.ts'
import type { StoredUser } from '../users/store.ts'
import type { AppService } from './enrolment.ts'
import type { PasskeySite } from './passkeys.ts'
import type { SecondStepService } from './second-step.ts'

interface SignInRouteOptions {
  secondStep: SecondStepService
  apps: Pick<AppService, 'beginSetUp' | 'confirmSetUp'>
  sessions: Pick<SessionService, 'start'>
  siteFor: (headers: IncomingHttpHeaders) => PasskeySite | undefined
  secure: boolean
}

const PATH = '/api/auth/login/second-step'

export function signInRoutes(options: SignInRouteOptions): Route[] {
  const { secondStep, apps, sessions, siteFor, secure } = options
  const signIn = async (user: StoredUser, headers: IncomingHttpHeaders, device = deviceSecretOf(headers)) => {
    const signedIn = await sessions.start(user, browserDetailsOf(headers))
    return signedInReply(secure)(signedIn, headers, device)
  }
  return [
    route({
      method: 'post',
      path: PATH,
      access: 'public',
      summary: 'Finish a sign-in by a code, a recovery code or a passkey; sets the refresh cookie',
      body: takeSecondStepSchema,
      response: loginResponseSchema,
      handler: async ({ body, headers }) => {
        refuseCrossSite(headers)
        const device = deviceSecretOf(headers)
        const user = await secondStep.take({ ...body, site: siteFor(headers), device })
        return signIn(user, headers, device)
      },
    }),
    route({
      method: 'post',
      path: `${PATH}/set-up`,
      access: 'public',
      summary: 'The secret of an authenticator app for an administrator who may not sign in without one',
      body: beginAppSchema,
      response: newAppSchema,
      handler: async ({ body, headers }) => {
        refuseCrossSite(headers)
        const offered = await apps.beginSetUp(body.challenge)
        return new Reply(offered, { headers: { 'Cache-Control': 'no-store' } })
      },
    }),
    route({
      method: 'post',
      path: `${PATH}/set-up/confirm`,
      access: 'public',
      summary: 'Set the app up by its first code and finish the sign-in; sets the refresh cookie',
      body: confirmAppSchema,
      response: loginResponseSchema.extend(recoveryCodesSchema.shape),
      handler: async ({ body, headers }) => {
        refuseCrossSite(headers)
        const { user, recoveryCodes } = await apps.confirmSetUp(body.challenge, body.code)
        const reply = await signIn(user, headers)
        return new Reply({ ...reply.body, recoveryCodes }, { headers: reply.headers })
      },
    }),
  ]
}
