import {
  accessTokenVerifier,
  auditJob,
  auditRoute,
  createFeed,
  defineService,
  type Logger,
  type Service,
  staticKeys,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import packageJson from '../package.json' with { type: 'json' }
import { approvalRoutes } from './approvals/routes.ts'
import { createApprovalService } from './approvals/service.ts'
import { settings } from './config.ts'
import { createChallengeStore } from './factors/challenge-store.ts'
import { createSeal, type Seal } from './factors/seal.ts'
import { createSettingsStore } from './factors/settings-store.ts'
import { setUpSecondSteps } from './factors/setup.ts'
import { pruningJobs } from './jobs.ts'
import { type KeySet, loadKeys } from './keys/key-set.ts'
import { keyRoutes } from './keys/routes.ts'
import { migrations } from './migrations/list.ts'
import { createHasher, type Hasher } from './passwords/hasher.ts'
import { passwordProof } from './passwords/proof.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { isEasyToGuess } from './passwords/rules.ts'
import { createPasswordService, refuseEasy } from './passwords/service.ts'
import { createRefusals } from './refusals/refusals.ts'
import { currentCaller } from './sessions/current-caller.ts'
import { endAccessOf } from './sessions/endings.ts'
import { endingsRoute } from './sessions/endings-route.ts'
import { ownSessionRoutes } from './sessions/own-routes.ts'
import { createOwnSessions } from './sessions/own-service.ts'
import { recentProof, withRecentProof } from './sessions/recent-proof.ts'
import type { Lifetimes } from './sessions/rotation.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { createSessionService } from './sessions/service.ts'
import { createSessionStore } from './sessions/store.ts'
import { type SingleSignOnSettings, setUpSingleSignOn } from './single-sign-on/setup.ts'
import type { Limits } from './throttle/rules.ts'
import { createThrottle } from './throttle/service.ts'
import { tillRoutes } from './till/routes.ts'
import { createPinStore } from './till/store.ts'
import { announceFirstAdmin } from './users/first-admin.ts'
import { renewTokenVersions } from './users/restored-store.ts'
import { userRoutes } from './users/routes.ts'
import { createUserService } from './users/service.ts'
import { createUserStore } from './users/store.ts'

export interface IdentityOptions {
  db: Knex
  log: Logger
  keys: KeySet
  seal: Seal
  hasher: Hasher
  session: Lifetimes & { accessTokenSeconds: number; cookieSecure: boolean }
  limits?: Limits
  /** The suite's address in browsers; passkeys belong to its host. */
  publicOrigin?: string | undefined
  /** Single sign-on is off without them. */
  singleSignOn?: SingleSignOnSettings | undefined
  timeZone: string
  /** Milliseconds since 1970; tests turn the clock. */
  now?: () => number
}

export function createIdentity(options: IdentityOptions) {
  const { db, log, keys, hasher, session, limits, timeZone, now = Date.now } = options
  const throttle = createThrottle({ db, now, ...(limits && { limits }) })
  const refusals = createRefusals({ db, now })
  const provePassword = passwordProof({ db, hasher, throttle, refusals })
  const steps = setUpSecondSteps({ ...options, provePassword, refusals, now })
  const { secondStep, siteFor, confirmStep, routesWith } = steps
  const proving = {
    ...{ db, log, keys, hasher, throttle, refusals, provePassword, confirmStep, now },
    lacksSecondStep: secondStep.isMissing,
  }
  const sessions = createSessionService({
    ...proving,
    settings: session,
  })
  const users = createUserService({
    db,
    hasher,
    refuseEasy,
    endAccess: (trx, user, ended) => endAccessOf(trx, user, now(), ended),
    now,
  })
  const prove = recentProof(db, now)
  const endings = createFeed({ db, source: 'identity' })
  const routes = [
    ...sessionRoutes(sessions, {
      secure: session.cookieSecure,
      askMore: (user, headers) => secondStep.ask(user, siteFor(headers)),
    }),
    ...routesWith(sessions, session.cookieSecure),
    ...passwordRoutes(createPasswordService(proving), sessions, session.cookieSecure),
    ...ownSessionRoutes(createOwnSessions({ db, recentProof: prove, now })),
    ...approvalRoutes(createApprovalService(proving)),
    ...tillRoutes({
      ...proving,
      sessions,
      settings: createSettingsStore(db).find,
      recentProof: prove,
      secure: session.cookieSecure,
    }),
    ...userRoutes(users),
    ...setUpSingleSignOn({
      ...options,
      sessions,
      now,
      changeRole: users.changeRole,
      secure: session.cookieSecure,
      settings: options.singleSignOn,
    }),
    auditRoute({ db, timeZone, path: '/api/users/history' }),
    ...keyRoutes(keys),
    endingsRoute(endings),
  ]
  const verify = accessTokenVerifier(staticKeys(keys.jwks))
  return {
    routes: withRecentProof(routes, { db, now }),
    verifiers: { access: currentCaller(verify, createUserStore(db), createSessionStore(db)) },
    jobs: [
      ...pruningJobs({
        ...proving,
        sessions,
        challenges: createChallengeStore(db, now),
        pins: createPinStore(db, now),
        endings,
      }),
      auditJob(db, log, { eachEntry: true }),
    ],
  } satisfies Service
}

/** Uses its own keys to verify tokens, and calls no other service. */
export const identity = defineService({
  name: 'identity',
  version: packageJson.version,
  settings,
  migrations,
  restored: renewTokenVersions,
  async create({ config, db, log, send }) {
    const { session, HASH_CONCURRENCY: concurrency, ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
    const keys = await loadKeys(config)
    const hasher = await createHasher({ concurrency })
    const seal = createSeal(config.SEALING_KEY)
    const prepare = () => announceFirstAdmin({ db, hasher, isEasyToGuess, email, password, send })
    const { PUBLIC_ORIGIN: publicOrigin, STORE_TIME_ZONE: timeZone } = config
    return {
      ...createIdentity({
        db,
        log,
        keys,
        seal,
        hasher,
        session,
        publicOrigin,
        timeZone,
        singleSignOn: config,
      }),
      prepare,
    }
  },
})
