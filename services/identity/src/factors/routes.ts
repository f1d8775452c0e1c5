import type { IncomingHttpHeaders } from 'node:http'
import {
  beginAppSchema,
  confirmAppSchema,
  confirmPasskeySchema,
  loginResponseSchema,
  newAppSchema,
  newPasskeySchema,
  ownSecondStepSchema,
  passwordAndSecondStepSchema,
  recoveryCodesSchema,
  removeFactorSchema,
  signInSettingsSchema,
  takeSecondStepSchema,
  updateSignInSettingsSchema,
} from '@mms/contracts'
import { PUBLIC_BODY_BYTES, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import type { IdentityContext } from '../context.ts'
import { toProofRequest } from '../passwords/routes.ts'
import { refuseCrossSite } from '../sessions/cookie.ts'
import { browserDetailsOf, deviceSecretOf, signedInReply, uncached } from '../sessions/routes.ts'
import type { SessionService } from '../sessions/service.ts'
import type { StoredUser } from '../users/store.ts'
import { createAppService, createPasskeyService } from './enrolment.ts'
import { createSecondStep } from './second-step.ts'
import { createFactorService, createSettingsService } from './service.ts'

const PATH = '/api/auth/second-step'
const SIGN_IN_PATH = '/api/auth/login/second-step'
const SETTINGS_PATH = '/api/auth/settings'

function appRoutes(context: IdentityContext): Route[] {
  const apps = createAppService(context)
  return [
    route({
      method: 'post',
      path: `${PATH}/app`,
      access: 'signed-in',
      summary: 'A new secret for an authenticator app, which counts once it is confirmed',
      body: passwordAndSecondStepSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: newAppSchema,
      handler: async (request) => uncached(await apps.begin(toProofRequest(request), request.body)),
    }),
    route({
      method: 'post',
      path: `${PATH}/app/confirm`,
      access: 'signed-in',
      summary: 'Set the app up by its first code; recovery codes where there are none yet',
      body: confirmAppSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: recoveryCodesSchema,
      handler: async ({ body, caller }) => uncached(await apps.confirm(caller.id, body)),
    }),
  ]
}

function passkeyRoutes(context: IdentityContext): Route[] {
  const passkeys = createPasskeyService(context)
  return [
    route({
      method: 'post',
      path: `${PATH}/passkeys`,
      access: 'signed-in',
      summary: 'Options for a new passkey, which counts once it is confirmed',
      body: passwordAndSecondStepSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: newPasskeySchema,
      handler: async (request) => uncached(await passkeys.begin(toProofRequest(request), request.body)),
    }),
    route({
      method: 'post',
      path: `${PATH}/passkeys/confirm`,
      access: 'signed-in',
      summary: 'Set the passkey up by what the browser made; recovery codes where there are none yet',
      body: confirmPasskeySchema,
      response: recoveryCodesSchema,
      handler: async ({ body, caller, headers }) =>
        uncached(await passkeys.confirm(caller.id, body, headers.origin)),
    }),
  ]
}

function settingsRoutes(context: IdentityContext): Route[] {
  const settings = createSettingsService(context)
  return [
    route({
      method: 'get',
      path: SETTINGS_PATH,
      access: 'admin',
      summary: 'How people sign in',
      response: signInSettingsSchema,
      handler: () => settings.show(),
    }),
    route({
      method: 'put',
      path: SETTINGS_PATH,
      access: 'admin',
      summary: 'Change how people sign in',
      body: updateSignInSettingsSchema,
      response: signInSettingsSchema,
      handler: ({ body, caller }) => settings.update(body, caller),
    }),
  ]
}

function signInRoutes(context: IdentityContext, sessions: SessionService): Route[] {
  const secondStep = createSecondStep(context)
  const apps = createAppService(context)
  const signIn = async (user: StoredUser, headers: IncomingHttpHeaders, device = deviceSecretOf(headers)) => {
    const signedIn = await sessions.start(user, browserDetailsOf(headers))
    return signedInReply(context)(signedIn, headers, device)
  }
  return [
    route({
      method: 'post',
      path: SIGN_IN_PATH,
      access: 'public',
      summary: 'Finish a sign-in by a code, a recovery code or a passkey; sets the refresh cookie',
      body: takeSecondStepSchema,
      response: loginResponseSchema,
      handler: async ({ body, headers }) => {
        refuseCrossSite(headers)
        const device = deviceSecretOf(headers)
        const user = await secondStep.take({ ...body, origin: headers.origin, device })
        return signIn(user, headers, device)
      },
    }),
    route({
      method: 'post',
      path: `${SIGN_IN_PATH}/set-up`,
      access: 'public',
      summary: 'The secret of an authenticator app for an administrator who may not sign in without one',
      body: beginAppSchema,
      response: newAppSchema,
      handler: async ({ body, headers }) => {
        refuseCrossSite(headers)
        return uncached(await apps.beginSetUp(body.challenge))
      },
    }),
    route({
      method: 'post',
      path: `${SIGN_IN_PATH}/set-up/confirm`,
      access: 'public',
      summary: 'Set the app up by its first code and finish the sign-in; sets the refresh cookie',
      body: confirmAppSchema,
      response: loginResponseSchema.extend(recoveryCodesSchema.shape),
      handler: async ({ body, headers }) => {
        refuseCrossSite(headers)
        const { user, recoveryCodes } = await apps.confirmSetUp(body)
        const reply = await signIn(user, headers)
        return new Reply({ ...reply.body, recoveryCodes }, { headers: reply.headers })
      },
    }),
  ]
}

/** Routes for one's own second step. Each change needs the password and any existing second step. */
export function factorRoutes(context: IdentityContext, sessions: SessionService): Route[] {
  const factors = createFactorService(context)
  return [
    ...signInRoutes(context, sessions),
    ...appRoutes(context),
    ...passkeyRoutes(context),
    ...settingsRoutes(context),
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'What the caller has set up as second step',
      response: ownSecondStepSchema,
      handler: ({ caller }) => factors.show(caller),
    }),
    route({
      method: 'post',
      path: `${PATH}/recovery-codes`,
      access: 'signed-in',
      summary: 'Ten new recovery codes in the place of those there were',
      body: passwordAndSecondStepSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: recoveryCodesSchema,
      handler: async (request) => uncached(await factors.renewCodes(toProofRequest(request), request.body)),
    }),
    route({
      method: 'post',
      path: `${PATH}/remove`,
      access: 'signed-in',
      summary: 'Remove the app or a passkey of the caller',
      body: removeFactorSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      handler: (request) => factors.remove(toProofRequest(request), request.body),
    }),
    route({
      method: 'get',
      path: '/api/users/second-steps',
      access: 'admin',
      summary: 'Ids of the users who have a second step',
      response: z.array(z.string()),
      handler: () => factors.listUsers(),
    }),
    route({
      method: 'delete',
      path: '/api/users/:id/second-step',
      access: 'admin',
      summary: 'Remove the second step of a user who lost it; their sessions end',
      params: z.strictObject({ id: z.uuid() }),
      handler: ({ params, caller }) => factors.removeAllOf(params.id, caller.id),
    }),
  ]
}
