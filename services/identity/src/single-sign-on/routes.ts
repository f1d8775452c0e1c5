import { toPlainText } from '@mms/contracts'
import { problem, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import type { IdentityContext } from '../context.ts'
import { deviceCookie } from '../sessions/cookie.ts'
import { browserDetailsOf, deviceSecretOf, signedInReply } from '../sessions/routes.ts'
import type { SessionService } from '../sessions/service.ts'
import type { UserService } from '../users/service.ts'
import { createPendingCookie } from './pending-cookie.ts'
import { createProviderClient, type SingleSignOnSettings } from './provider-client.ts'
import { RefusedPersonError } from './rules.ts'
import { createSingleSignOn, type SingleSignOn } from './service.ts'

interface SingleSignOnRouteOptions {
  sessions: SessionService
  users: UserService
  settings: SingleSignOnSettings | undefined
}

const PATH = '/api/auth/single-sign-on'
/** A path on this origin. Browsers would read `//host` and `/\host` as other sites. */
const pathSchema = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[\w./?=&%+~-]*$/)
  .catch('/')

const redirect = (location: string, cookies: string[] = []) =>
  new Reply('', {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Set-Cookie': cookies },
  })

const failed = (cookies: string[] = []) => redirect('/login?single-sign-on=failed', cookies)

/** The reason goes to the logs; the browser only learns that it failed. */
const createRefuse =
  ({ log, refusals }: IdentityContext) =>
  async (error: unknown, cookies: string[] = []) => {
    const { name: kind, message } = error as Error
    log.warn({ reason: toPlainText(`${kind}: ${message}`).slice(0, 300) }, 'a single sign-on failed')
    const refused = error instanceof RefusedPersonError ? error.refused : undefined
    if (refused) await refusals.note({ action: 'sign-in.refused', ...refused })
    return failed(cookies)
  }

/** Without a provider, the routes say that there is none. */
export function singleSignOnRoutes(context: IdentityContext, options: SingleSignOnRouteOptions): Route[] {
  const { sessions, users, settings } = options
  const cookie = createPendingCookie(context)
  const reply = signedInReply(context)
  const refuse = createRefuse(context)
  const singleSignOn = settings && openSingleSignOn(context, settings, users)

  function provided(): SingleSignOn {
    if (!singleSignOn) throw problem.notFound('auth.no_single_sign_on', 'Single sign-on is not set up')
    return singleSignOn
  }

  return [
    route({
      method: 'get',
      path: PATH,
      access: 'public',
      summary: 'The name of the provider whose people sign in here; null where there is none',
      response: z.object({ name: z.string().nullable() }),
      handler: () => ({ name: (singleSignOn && settings?.SSO_NAME) ?? null }),
    }),
    route({
      method: 'get',
      path: `${PATH}/begin`,
      access: 'public',
      summary: 'Redirect to the provider; `to` is the page to return to, `again` forces a new sign-in',
      query: z.object({ to: pathSchema.optional(), again: z.literal('true').optional() }),
      handler: async ({ query: { to = '/', again }, headers }) => {
        const begun = await provided()
          .begin(again !== undefined)
          .catch(refuse)
        if (begun instanceof Reply) return begun
        const { replacing } = browserDetailsOf(headers)
        const kept = { ...begun.pending, to, replacing, device: deviceCookie.read(headers) }
        return redirect(begun.address, [cookie.keep(kept)])
      },
    }),
    route({
      method: 'get',
      path: `${PATH}/return`,
      access: 'public',
      summary: 'Where the provider sends the browser back to; sets the refresh cookie',
      query: z.record(z.string().max(60), z.string().max(4_000)),
      status: 302,
      writes: true,
      handler: async ({ query, headers }) => {
        const pending = cookie.read(headers)
        if (!pending) return failed([cookie.clear])
        try {
          const { user, proof } = await provided().finish(query, pending)
          const { replacing, device = deviceSecretOf(headers) } = pending
          const signedIn = await sessions.start(user, { ...browserDetailsOf(headers), replacing, proof })
          const { 'Set-Cookie': kept = [] } = reply(signedIn, headers, device).headers
          const to = new URLSearchParams({ 'single-sign-on': 'done', to: pending.to })
          return redirect(`/login?${to}`, [...kept, cookie.clear])
        } catch (error) {
          return refuse(error, [cookie.clear])
        }
      },
    }),
  ]
}

function openSingleSignOn(context: IdentityContext, settings: SingleSignOnSettings, users: UserService) {
  const provider = createProviderClient(settings, context.now)
  const { SSO_ROLE_CLAIM: claim, SSO_ADMIN_VALUES: admin, SSO_STAFF_VALUES: staff } = settings
  const roles = { claim, admin, staff }
  return provider && createSingleSignOn(context, { provider, roles, updateUser: users.update })
}
