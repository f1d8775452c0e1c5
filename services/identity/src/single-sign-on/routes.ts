import { toPlainText } from '@mms/contracts'
import { type Logger, problem, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { deviceCookie } from '../sessions/cookie.ts'
import { browserDetailsOf, deviceSecretOf, signedInReply } from '../sessions/routes.ts'
import type { SessionService } from '../sessions/service.ts'
import type { PendingCookie } from './pending-cookie.ts'
import type { SingleSignOn } from './service.ts'

interface SingleSignOnRouteOptions {
  singleSignOn?: SingleSignOn | undefined
  name: string
  cookie: PendingCookie
  sessions: Pick<SessionService, 'start'>
  secure: boolean
  log: Logger
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

export function singleSignOnRoutes(options: SingleSignOnRouteOptions): Route[] {
  const { singleSignOn, name, cookie, sessions, secure, log } = options
  const reply = signedInReply(secure)

  function provided(): SingleSignOn {
    if (!singleSignOn) throw problem.notFound('auth.no_single_sign_on', 'Single sign-on is not set up')
    return singleSignOn
  }

  /** The reason goes to the log; the browser only learns that it failed. */
  function refuse(error: unknown, cookies: string[] = []) {
    const { name: kind, message } = error as Error
    log.warn({ reason: toPlainText(`${kind}: ${message}`).slice(0, 300) }, 'a single sign-on failed')
    return failed(cookies)
  }

  return [
    route({
      method: 'get',
      path: PATH,
      access: 'public',
      summary: 'The name of the provider whose people sign in here; null where there is none',
      response: z.object({ name: z.string().nullable() }),
      handler: () => ({ name: singleSignOn ? name : null }),
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
      handler: async ({ query, headers }) => {
        const pending = cookie.read(headers)
        if (!pending) return failed([cookie.clear])
        try {
          const { user, atProvider } = await provided().finish(query, pending)
          const { replacing, device = deviceSecretOf(headers) } = pending
          const signedIn = await sessions.start(user, { ...browserDetailsOf(headers), replacing, atProvider })
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
