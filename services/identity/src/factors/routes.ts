import type { IncomingHttpHeaders } from 'node:http'
import {
  confirmAppSchema,
  confirmPasskeySchema,
  newAppSchema,
  newPasskeySchema,
  ownSecondStepSchema,
  type PasswordAndSecondStep,
  passwordAndSecondStepSchema,
  recoveryCodesSchema,
  removeFactorSchema,
  signInSettingsSchema,
  updateSignInSettingsSchema,
} from '@mms/contracts'
import { PUBLIC_BODY_BYTES, Reply, type Route, type RouteRequest, route } from '@mms/service-kit'
import { z } from 'zod'
import { toProofRequest } from '../passwords/routes.ts'
import type { AppService, FactorProof, PasskeyService } from './enrolment.ts'
import type { PasskeySite } from './passkeys.ts'
import type { FactorService } from './service.ts'
import type { SettingsService } from './settings-service.ts'

interface FactorRouteOptions {
  apps: AppService
  passkeys: PasskeyService
  factors: FactorService
  settings: SettingsService
  siteFor: (headers: IncomingHttpHeaders) => PasskeySite | undefined
}

const PATH = '/api/auth/second-step'
const SETTINGS_PATH = '/api/auth/settings'
/** Secrets are shown once and never cached. */
const secret = <T>(body: T) => new Reply(body, { headers: { 'Cache-Control': 'no-store' } })

const factorProof = (request: RouteRequest<unknown, unknown, PasswordAndSecondStep>): FactorProof => ({
  ...toProofRequest(request),
  currentPassword: request.body.currentPassword,
  secondStep: request.body.secondStep,
})

function appRoutes({ apps }: FactorRouteOptions): Route[] {
  return [
    route({
      method: 'post',
      path: `${PATH}/app`,
      access: 'signed-in',
      summary: 'A new secret for an authenticator app, which counts once it is confirmed',
      body: passwordAndSecondStepSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: newAppSchema,
      handler: async (request) => secret(await apps.begin(factorProof(request))),
    }),
    route({
      method: 'post',
      path: `${PATH}/app/confirm`,
      access: 'signed-in',
      summary: 'Set the app up by its first code; recovery codes where there are none yet',
      body: confirmAppSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: recoveryCodesSchema,
      handler: async ({ body, caller }) => secret(await apps.confirm(caller.id, body.challenge, body.code)),
    }),
  ]
}

function passkeyRoutes({ passkeys, siteFor }: FactorRouteOptions): Route[] {
  return [
    route({
      method: 'post',
      path: `${PATH}/passkeys`,
      access: 'signed-in',
      summary: 'Options for a new passkey, which counts once it is confirmed',
      body: passwordAndSecondStepSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: newPasskeySchema,
      handler: async (request) =>
        secret(await passkeys.begin(factorProof(request), siteFor(request.headers))),
    }),
    route({
      method: 'post',
      path: `${PATH}/passkeys/confirm`,
      access: 'signed-in',
      summary: 'Set the passkey up by what the browser made; recovery codes where there are none yet',
      body: confirmPasskeySchema,
      response: recoveryCodesSchema,
      handler: async ({ body, caller, headers }) =>
        secret(await passkeys.confirm(caller.id, body, siteFor(headers))),
    }),
  ]
}

function settingsRoutes({ settings }: FactorRouteOptions): Route[] {
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

/** Routes for one's own second step. Each change needs the password and any existing second step. */
export function factorRoutes(options: FactorRouteOptions): Route[] {
  const { factors } = options
  return [
    ...appRoutes(options),
    ...passkeyRoutes(options),
    ...settingsRoutes(options),
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
      handler: async (request) => secret(await factors.renewCodes(factorProof(request))),
    }),
    route({
      method: 'post',
      path: `${PATH}/remove`,
      access: 'signed-in',
      summary: 'Remove the app or a passkey of the caller',
      body: removeFactorSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      handler: (request) => factors.remove(factorProof(request), request.body.factor),
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
