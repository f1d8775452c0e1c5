import {
  accessTokenVerifier,
  auditJob,
  auditRoute,
  createFeed,
  defineService,
  type Feed,
  type Job,
  type Logger,
  REVOCATION_MATTERS_MS,
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
import { setUpSecondSteps } from './factors/setup.ts'
import { createSettingsStore } from './factors/store.ts'
import { type KeySet, loadKeys } from './keys/key-set.ts'
import { keyRoutes } from './keys/routes.ts'
import { migrations } from './migrations/list.ts'
import { createHasher, type Hasher } from './passwords/hasher.ts'
import { createPasswordProof } from './passwords/proof.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { isEasyToGuess } from './passwords/rules.ts'
import { createPasswordService, refuseEasyPassword } from './passwords/service.ts'
import { createRefusalLog } from './refusals/refusals.ts'
import { createRecentProof, readCurrentCaller, withRecentProof } from './sessions/current-caller.ts'
import { createOwnSessions } from './sessions/own-service.ts'
import { revokeAccess } from './sessions/revocations.ts'
import type { Lifetimes } from './sessions/rotation.ts'
import { ownSessionRoutes, revocationRoute, sessionRoutes } from './sessions/routes.ts'
import { createSessionService } from './sessions/service.ts'
import { createSessionStore } from './sessions/store.ts'
import { type SingleSignOnSettings, setUpSingleSignOn } from './single-sign-on/setup.ts'
import { switchUserRoutes } from './switch-user/routes.ts'
import { createPinStore } from './switch-user/store.ts'
import type { Limits } from './throttle/rules.ts'
import { createThrottle } from './throttle/service.ts'
import { announceFirstAdmin } from './users/first-admin.ts'
import { userRoutes } from './users/routes.ts'
import { createUserService } from './users/service.ts'
import { createUserStore, renewTokenVersions } from './users/store.ts'

interface PruningOptions {
  sessions: { prune(): Promise<unknown> }
  throttle: { prune(): Promise<unknown> }
  challenges: { prune(): Promise<unknown> }
  pins: { prune(): Promise<unknown> }
  refusals: { flush(): Promise<unknown> }
  revocations: Pick<Feed, 'number' | 'prune'>
  /** Milliseconds since 1970. */
  now: () => number
}

const PRUNE_EVERY_MS = 10 * 60_000

/** Each replica removes expired rows. Separate jobs, so that a failing one does not block the others. */
export function pruningJobs({
  sessions,
  throttle,
  refusals,
  challenges,
  pins,
  revocations,
  now,
}: PruningOptions): Job[] {
  const pruneRevocations = async () => {
    // Revocations are numbered when someone reads them. Numbers them here in case nobody does.
    await revocations.number()
    await revocations.prune(new Date(now() - REVOCATION_MATTERS_MS))
  }
  return [
    { name: 'session-pruning', everyMs: PRUNE_EVERY_MS, run: () => sessions.prune() },
    {
      name: 'throttle-pruning',
      everyMs: PRUNE_EVERY_MS,
      run: () => Promise.all([throttle.prune(), refusals.flush()]),
    },
    { name: 'challenge-pruning', everyMs: PRUNE_EVERY_MS, run: () => challenges.prune() },
    { name: 'pin-pruning', everyMs: PRUNE_EVERY_MS, run: () => pins.prune() },
    { name: 'ending-pruning', everyMs: PRUNE_EVERY_MS, run: pruneRevocations },
  ]
}

export interface IdentityOptions {
  db: Knex
  log: Logger
  keys: KeySet
  seal: Seal
  hasher: Hasher
  session: Lifetimes & { accessTokenSeconds: number; cookieSecure: boolean }
  limits?: Limits
  /** Address of the suite in browsers; passkeys are bound to its host. */
  publicOrigin?: string | undefined
  /** Without these settings single sign-on is off. */
  singleSignOn?: SingleSignOnSettings | undefined
  timeZone: string
  /** Milliseconds since 1970; tests set the clock. */
  now?: () => number
}

export function createIdentity(options: IdentityOptions) {
  const { db, log, keys, hasher, session, limits, timeZone, now = Date.now } = options
  const throttle = createThrottle({ db, now, ...(limits && { limits }) })
  const refusals = createRefusalLog({ db, now })
  const provePassword = createPasswordProof({ db, hasher, throttle, refusals })
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
    refuseEasy: refuseEasyPassword,
    endAccess: (trx, user, ended) => revokeAccess(trx, user, now(), ended),
    now,
  })
  const prove = createRecentProof(db, now)
  const revocations = createFeed({ db, source: 'identity' })
  const routes = [
    ...sessionRoutes(sessions, {
      secure: session.cookieSecure,
      askMore: (user, headers) => secondStep.requireStep(user, siteFor(headers)),
    }),
    ...routesWith(sessions, session.cookieSecure),
    ...passwordRoutes(createPasswordService(proving), sessions, session.cookieSecure),
    ...ownSessionRoutes(createOwnSessions({ db, recentProof: prove, now })),
    ...approvalRoutes(createApprovalService(proving)),
    ...switchUserRoutes({
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
    revocationRoute(revocations),
  ]
  const verify = accessTokenVerifier(staticKeys(keys.jwks))
  return {
    routes: withRecentProof(routes, { db, now }),
    verifiers: { access: readCurrentCaller(verify, createUserStore(db), createSessionStore(db)) },
    jobs: [
      ...pruningJobs({
        ...proving,
        sessions,
        challenges: createChallengeStore(db, now),
        pins: createPinStore(db, now),
        revocations,
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
