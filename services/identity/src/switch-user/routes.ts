import { changePersonSchema, loginResponseSchema, setPinSchema, sharedCounterSchema } from '@mms/contracts'
import { PUBLIC_BODY_BYTES, Reply, type Route, route } from '@mms/service-kit'
import type { IdentityContext } from '../context.ts'
import { deviceCookie, refuseCrossSite } from '../sessions/cookie.ts'
import { browserDetailsOf, deviceSecretOf, signedInReply } from '../sessions/routes.ts'
import type { SessionService } from '../sessions/service.ts'
import { DEVICE_KEPT_MS } from '../throttle/rules.ts'
import { createSwitchUserService } from './service.ts'

const PATH = '/api/auth/till'

/** Lets users of one device switch by PIN. Only a user signed in there sees the names. */
export function switchUserRoutes(
  context: IdentityContext,
  sessions: SessionService,
  hasProvider: boolean,
): Route[] {
  const switchUser = createSwitchUserService(context, hasProvider)
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'Who can go on at this device by PIN',
      response: sharedCounterSchema,
      handler: ({ caller, headers }) => switchUser.show(caller, deviceCookie.read(headers)),
    }),
    route({
      method: 'put',
      path: `${PATH}/pin`,
      access: 'signed-in',
      summary: 'Set the caller’s PIN for this device; needs a recent proof of the password',
      body: setPinSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      handler: async ({ body, caller, headers }) => {
        refuseCrossSite(headers)
        const device = deviceSecretOf(headers)
        await switchUser.set(caller, device, body.pin)
        const secure = context.session.cookieSecure
        const cookies = deviceCookie.keep(device, DEVICE_KEPT_MS, { headers, secure })
        return new Reply(undefined, { headers: { 'Set-Cookie': cookies } })
      },
    }),
    route({
      method: 'delete',
      path: `${PATH}/pin`,
      access: 'signed-in',
      summary: 'Remove the caller’s PIN from this device',
      handler: async ({ caller, headers }) => {
        refuseCrossSite(headers)
        await switchUser.remove(caller, deviceSecretOf(headers))
      },
    }),
    route({
      method: 'post',
      path: `${PATH}/person`,
      access: 'signed-in',
      summary: 'Go on as another user by their PIN on this device; the caller’s session ends, theirs begins',
      body: changePersonSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: loginResponseSchema,
      handler: async ({ body, caller, headers, address }) => {
        refuseCrossSite(headers)
        const device = deviceCookie.read(headers)
        const { user, proof } = await switchUser.change({ ...body, caller, device, address })
        const signedIn = await sessions.start(user, { ...browserDetailsOf(headers), proof })
        return signedInReply(context)(signedIn, headers, device)
      },
    }),
  ]
}
