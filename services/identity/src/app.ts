import {
  auditJob,
  auditRoute,
  createFeed,
  defineService,
  type Feed,
  type Job,
  REVOCATION_MATTERS_MS,
  type Service,
} from '@mms/service-kit'
import packageJson from '../package.json' with { type: 'json' }
import { approvalRoutes } from './approvals/routes.ts'
import { settings } from './config.ts'
import type { BaseContext } from './context.ts'
import { createChallengeStore } from './factors/challenge-store.ts'
import { factorRoutes } from './factors/routes.ts'
import { createSecondStep } from './factors/second-step.ts'
import { createSettingsStore } from './factors/store.ts'
import { loadKeys } from './keys/key-set.ts'
import { keyRoutes } from './keys/routes.ts'
import { createSeal } from './keys/seal.ts'
import { migrations } from './migrations/list.ts'
import { createHasher } from './passwords/hasher.ts'
import { createPasswordProof } from './passwords/proof.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { isEasyToGuess } from './passwords/rules.ts'
import { refuseEasyPassword } from './passwords/service.ts'
import { createRefusalLog } from './refusals/refusals.ts'
import { readCurrentCaller, withRecentProof } from './sessions/current-caller.ts'
import { revokeAccess } from './sessions/revocations.ts'
import { ownSessionRoutes, revocationRoute, sessionRoutes } from './sessions/routes.ts'
import { createSessionService } from './sessions/service.ts'
import { forgetProvider } from './sessions/store.ts'
import type { SingleSignOnSettings } from './single-sign-on/provider-client.ts'
import { singleSignOnRoutes } from './single-sign-on/routes.ts'
import { switchUserRoutes } from './switch-user/routes.ts'
import { createPinStore } from './switch-user/store.ts'
import type { Limits } from './throttle/rules.ts'
import { createThrottle } from './throttle/service.ts'
import { ensureFirstAdmin } from './users/first-admin.ts'
import { userRoutes } from './users/routes.ts'
import { createUserService } from './users/service.ts'
import { renewTokenVersions } from './users/store.ts'

const PRUNE_EVERY_MS = 10 * 60_000

/** Each replica removes expired rows. Separate jobs, so that a failing one does not block the others. */
function pruningJobs(
  { db, throttle, refusals, now }: BaseContext,
  pruneSessions: () => Promise<void>,
  revocations: Feed,
): Job[] {
  const pruneRevocations = async () => {
    // Revocations are numbered when someone reads them. Numbers them here in case nobody does.
    await revocations.number()
    await revocations.prune(new Date(now() - REVOCATION_MATTERS_MS))
  }
  const rounds = {
    session: pruneSessions,
    throttle: () => Promise.all([throttle.prune(), refusals.flush()]),
    challenge: createChallengeStore(db, now).prune,
    pin: createPinStore(db, now).prune,
    ending: pruneRevocations,
  }
  return Object.entries(rounds).map(([name, run]) => ({
    name: `${name}-pruning`,
    everyMs: PRUNE_EVERY_MS,
    run: () => run(),
  }))
}

export interface IdentityOptions
  extends Omit<BaseContext, 'throttle' | 'refusals' | 'signInSettings' | 'now'>,
    Partial<Pick<BaseContext, 'now'>> {
  limits?: Limits
  /** Without these settings single sign-on is off. */
  singleSignOn?: SingleSignOnSettings | undefined
  timeZone: string
}

export function createIdentity({ limits, singleSignOn, timeZone, ...options }: IdentityOptions) {
  const { db, log, keys, hasher, now = Date.now } = options
  const base: BaseContext = {
    ...options,
    now,
    throttle: createThrottle({ db, now, ...(limits && { limits }) }),
    refusals: createRefusalLog({ db, now }),
    signInSettings: createSettingsStore(db).find,
  }
  const context = {
    ...base,
    provePassword: createPasswordProof(base),
    secondStep: createSecondStep(base),
  }
  const sessions = createSessionService(context)
  const users = createUserService({
    db,
    hasher,
    refuseEasy: refuseEasyPassword,
    endAccess: (trx, user, ended) => revokeAccess(trx, user, now(), ended),
    now,
  })
  const revocations = createFeed({ db, source: 'identity' })
  const routes = [
    ...sessionRoutes(context, sessions),
    ...factorRoutes(context, sessions),
    ...passwordRoutes(context, sessions),
    ...ownSessionRoutes(context),
    ...approvalRoutes(context),
    ...switchUserRoutes(context, sessions, singleSignOn?.SSO_ISSUER !== undefined),
    ...userRoutes(users),
    ...singleSignOnRoutes(context, { sessions, users, settings: singleSignOn }),
    auditRoute({ db, timeZone, path: '/api/users/history' }),
    ...keyRoutes(keys),
    revocationRoute(revocations),
  ]
  return {
    routes: withRecentProof(routes, now),
    verifiers: { access: readCurrentCaller(context) },
    jobs: [...pruningJobs(context, sessions.prune, revocations), auditJob(db, log, { eachEntry: true })],
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
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
    const hasher = await createHasher({ concurrency: config.HASH_CONCURRENCY })
    return {
      ...createIdentity({
        db,
        log,
        hasher,
        session: config.session,
        singleSignOn: config,
        keys: await loadKeys(config),
        seal: createSeal(config.SEALING_KEY),
        publicOrigin: config.PUBLIC_ORIGIN,
        timeZone: config.STORE_TIME_ZONE,
      }),
      async prepare() {
        if (config.SSO_ISSUER === undefined) await forgetProvider(db)
        await ensureFirstAdmin({ db, hasher, isEasyToGuess, email, password, send })
      },
    }
  },
})
