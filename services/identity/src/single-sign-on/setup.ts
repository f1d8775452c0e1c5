import { assertSettingCallable, createOutbound, type Logger, type OutboundPolicy } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Seal } from '../factors/seal.ts'
import type { SessionService } from '../sessions/service.ts'
import { createPendingCookie } from './pending-cookie.ts'
import { createProviderClient } from './provider-client.ts'
import { singleSignOnRoutes } from './routes.ts'
import { createSingleSignOn, type SingleSignOnOptions } from './service.ts'

export interface SingleSignOnSettings extends OutboundPolicy {
  SSO_ISSUER?: string | undefined
  SSO_CLIENT_ID?: string | undefined
  SSO_CLIENT_SECRET?: string | undefined
  SSO_NAME: string
  SSO_ROLE_CLAIM: string
  SSO_ADMIN_VALUES: string[]
  SSO_STAFF_VALUES: string[]
  PUBLIC_ORIGIN?: string | undefined
}

interface SetupOptions extends Pick<SingleSignOnOptions, 'hasher' | 'changeRole' | 'now'> {
  db: Knex
  log: Logger
  seal: Seal
  sessions: Pick<SessionService, 'start'>
  secure: boolean
  settings?: SingleSignOnSettings | undefined
}

function createProvider(settings: SingleSignOnSettings | undefined, now: () => number) {
  const { SSO_ISSUER: issuer, SSO_CLIENT_ID: clientId, PUBLIC_ORIGIN: origin } = settings ?? {}
  if (!settings || !issuer || !clientId || !origin) return undefined
  assertSettingCallable(settings, 'SSO_ISSUER', issuer)
  const returnTo = `${origin}/api/auth/single-sign-on/return`
  const outbound = createOutbound(settings)
  return createProviderClient({
    ...{ issuer, clientId, returnTo, outbound, now },
    clientSecret: settings.SSO_CLIENT_SECRET,
  })
}

/** Without a provider, the routes say that there is none. */
export function setUpSingleSignOn({ settings, seal, sessions, secure, ...options }: SetupOptions) {
  const { log, now } = options
  const provider = createProvider(settings, now)
  const roles = {
    claim: settings?.SSO_ROLE_CLAIM ?? '',
    admin: settings?.SSO_ADMIN_VALUES ?? [],
    staff: settings?.SSO_STAFF_VALUES ?? [],
  }
  return singleSignOnRoutes({
    singleSignOn: provider && createSingleSignOn({ ...options, provider, roles }),
    name: settings?.SSO_NAME ?? '',
    cookie: createPendingCookie(seal, secure, now),
    ...{ sessions, secure, log },
  })
}
