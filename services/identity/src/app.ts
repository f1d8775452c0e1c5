import {
  accessTokenVerifier,
  createApp,
  createFeed,
  createMetrics,
  ENDING_MATTERS_MS,
  type Lifecycle,
  type Logger,
  pingDatabase,
  staticKeys,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import type { KeySet } from './keys/key-set.ts'
import { keyRoutes } from './keys/routes.ts'
import type { Hasher } from './passwords/hasher.ts'
import { passwordProof } from './passwords/proof.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { createPasswordService } from './passwords/service.ts'
import { currentCaller } from './sessions/current-caller.ts'
import { endAccessOf } from './sessions/endings.ts'
import { endingsRoute } from './sessions/endings-route.ts'
import type { Lifetimes } from './sessions/rotation.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { createSessionService } from './sessions/service.ts'
import { createSessionStore } from './sessions/store.ts'
import type { Limits } from './throttle/rules.ts'
import { createThrottle } from './throttle/service.ts'
import { userRoutes } from './users/routes.ts'
import { createUserService } from './users/service.ts'
import { createUserStore } from './users/store.ts'

export interface IdentityOptions {
  db: Knex
  log: Logger
  lifecycle: Lifecycle
  keys: KeySet
  hasher: Hasher
  session: Lifetimes & { accessTokenSeconds: number; cookieSecure: boolean }
  limits?: Limits
  /** Milliseconds since 1970; tests turn the clock. */
  now?: () => number
  checkResponses?: boolean
}

/** The identity service: who you are, tokens, keys. */
export function createIdentity(options: IdentityOptions) {
  const {
    db,
    log,
    lifecycle,
    keys,
    hasher,
    session,
    limits,
    now = Date.now,
    checkResponses = false,
  } = options
  const throttle = createThrottle({ db, now, ...(limits && { limits }) })
  const provePassword = passwordProof({ db, hasher, throttle })
  const sessions = createSessionService({ db, log, keys, provePassword, now, settings: session })
  const endings = createFeed({ db, source: 'identity' })
  const routes = [
    ...sessionRoutes(sessions, session.cookieSecure),
    ...passwordRoutes(createPasswordService({ db, hasher, provePassword, now }), sessions),
    ...userRoutes(
      createUserService({
        db,
        hasher,
        endAccess: (trx, user, ended) => endAccessOf(trx, user, now(), ended),
        now,
      }),
    ),
    ...keyRoutes(keys),
    endingsRoute(endings),
  ]
  const verify = accessTokenVerifier(staticKeys(keys.jwks))
  const metrics = createMetrics('identity')
  const app = createApp({
    name: 'identity',
    version: '1',
    routes,
    verifiers: { access: currentCaller(verify, createUserStore(db), createSessionStore(db)) },
    log,
    metrics,
    lifecycle,
    ready: () => pingDatabase(db),
    checkResponses,
  })
  const prune = async () => {
    await sessions.prune()
    await throttle.prune()
    // Numbered first, although nobody may have read it.
    await endings.number()
    await endings.prune(new Date(now() - ENDING_MATTERS_MS))
  }
  return { app, routes, prune, metrics }
}
