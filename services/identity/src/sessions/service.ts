import type { LoginResponse } from '@mms/contracts'
import {
  ACCESS_AUDIENCE,
  CLOCK_SKEW_MS,
  catchUp,
  failpoint,
  inTransaction,
  type Proof,
  problem,
  recordChange,
  securityEvent,
  sessionEndedProblem,
  signedClaims,
  staticKeys,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { z } from 'zod'
import type { IdentityContext } from '../context.ts'
import { type KeySet, signToken } from '../keys/key-set.ts'
import type { Attempt } from '../throttle/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import { digestOf, newSecret } from './refresh-token.ts'
import { endSessions } from './revocations.ts'
import { expiryOf, type Lifetimes, rotateToken } from './rotation.ts'
import { createSessionStore, createTokenStore, PROVEN_BY_PIN } from './store.ts'

const claimsSchema = z.object({ sub: z.string(), sid: z.string(), name: z.string().default('') })

interface LogoutRequest {
  /** From the cookie, which may belong to the next user if a logout arrives late. */
  refreshToken: string | undefined
  /** Names the session to end; without it the cookie's session ends. */
  accessToken: string | undefined
}

/** Signs out; returns whether the cookie is now useless. */
export function createLogout({ db, keys }: Pick<IdentityContext, 'db' | 'keys'>) {
  const findKey = staticKeys(keys.jwks)

  /** Accepts an expired token, because a logout may arrive hours later. */
  async function readNamed(token: string | undefined) {
    const audience = ACCESS_AUDIENCE
    return claimsSchema.safeParse(await signedClaims(token, findKey, { audience, ignoreExpiration: true }))
      .data
  }

  return async ({ refreshToken, accessToken }: LogoutRequest): Promise<boolean> => {
    const named = await readNamed(accessToken)
    // Waits for a session that another replica has just started or renewed.
    if (named || refreshToken !== undefined) await catchUp(db)
    return inTransaction(db, async (trx) => {
      const ofCookie =
        refreshToken === undefined ? undefined : await createTokenStore(trx).find(digestOf(refreshToken))
      if (!named) {
        if (ofCookie) await endSessions(trx, [ofCookie.sessionId])
        return true
      }
      if (await createSessionStore(trx).exists(named.sid, named.sub)) {
        await endSessions(trx, [named.sid])
        const actor = { id: named.sub, name: named.name }
        await recordChange(trx, { action: 'sign-in.ended', subject: named.sub, actor })
      }
      return ofCookie === undefined || ofCookie.sessionId === named.sid
    })
  }
}

/**
 * Signs an access token with session, token version (for revocation) and time of the last proof (`auth_time`, 0 after a
 * PIN). It has no `nbf`, so a slow clock accepts it. A fast clock makes the browser refresh earlier. Users who came by
 * single sign-on need no password of their own.
 */
function signAccessToken(
  keys: KeySet,
  user: StoredUser,
  { sessionId, proof, seconds }: { sessionId: string; proof: Proof | undefined; seconds: number },
): string {
  const { id, role, name, email, tokenVersion, mustChangePassword } = user
  const claims = {
    role,
    name,
    email,
    sid: sessionId,
    ver: tokenVersion,
    auth_time: Math.floor((proof?.provenAt ?? 0) / 1_000),
    ...(proof?.byProvider && { byProvider: true }),
    ...(mustChangePassword && !proof?.byProvider && { mustChangePassword }),
  }
  return signToken(keys, claims, { audience: ACCESS_AUDIENCE, subject: id, expiresIn: seconds })
}

interface Browser {
  replacing: string | undefined
  userAgent: string
  /** Undefined if the user has just proved the password. */
  proof?: Proof
  confirms?: string
}

interface LoginAttempt extends Omit<Attempt, 'purpose'> {
  password: string
  browser: Browser
  origin: string | undefined
}

export interface NewTokens {
  answer: LoginResponse
  refreshToken: string
  lifetimeMs: number
}

const refuseLogin = () => problem.unauthorized('auth.invalid_credentials', 'Invalid email or password')

/** Far more devices than a shop has on one account. Beyond it the longest unused sessions end. */
const SESSIONS_PER_USER = 50

/** Throws if the user was disabled or the password changed after it was checked. */
async function beginSession(
  trx: Knex.Transaction,
  user: StoredUser,
  { userAgent, proof, confirms }: Browser,
  lifetimes: Lifetimes,
  now: number,
) {
  const current = await createUserStore(trx).lock(user.id)
  if (!current || current.disabled || current.passwordHash !== user.passwordHash) return undefined
  const sessions = createSessionStore(trx)
  const id = v7()
  const token = newSecret()
  const endsAt = new Date(now + lifetimes.maxMs)
  const expiresAt = expiryOf(endsAt, lifetimes, now)
  const times = { createdAt: new Date(now), endsAt, expiresAt }
  await sessions.insert({ id, userId: user.id, userAgent, proof, ...times })
  await createTokenStore(trx).insert({ hash: digestOf(token), sessionId: id, expiresAt })
  await endSessions(trx, await sessions.listBeyond(user.id, SESSIONS_PER_USER))
  if (confirms !== undefined) await endSessions(trx, [confirms])
  const action = confirms === undefined ? 'sign-in.succeeded' : 'sign-in.confirmed'
  await recordChange(trx, { action, subject: user.email, actor: user })
  return { user: current, token, expiresAt, sessionId: id }
}

export function createSessionService(context: IdentityContext) {
  const { db, log, keys, provePassword, secondStep, signInSettings, now, session: settings } = context

  const answerFor = async (user: StoredUser, sessionId: string): Promise<LoginResponse> => {
    const { id: _id, name, email, role } = user
    const proof = await createSessionStore(db).findProof(sessionId, _id)
    const token = signAccessToken(keys, user, { sessionId, proof, seconds: settings.accessTokenSeconds })
    return { token, _id, name, email, role }
  }

  const signedIn = async (
    user: StoredUser,
    { token, expiresAt, sessionId }: { token: string; expiresAt: Date; sessionId: string },
  ): Promise<NewTokens> => ({
    answer: await answerFor(user, sessionId),
    refreshToken: token,
    lifetimeMs: expiresAt.getTime() - now(),
  })

  const logout = createLogout({ db, keys })

  async function start(user: StoredUser, browser: Browser): Promise<NewTokens> {
    const begun = await inTransaction(db, (trx) => beginSession(trx, user, browser, settings, now()))
    if (!begun) throw refuseLogin()
    await logout({ refreshToken: browser.replacing, accessToken: undefined })
    return signedIn(begun.user, begun)
  }

  /** True for an administrator who needs a second step, in a session that had none. A PIN does not replace it. */
  async function lacksStep(user: StoredUser, sessionId: string): Promise<boolean> {
    if (user.role !== 'admin' || !(await signInSettings()).administratorsNeedSecondStep) return false
    const proof = await createSessionStore(db).findProof(sessionId, user.id)
    if (proof?.provenAt === PROVEN_BY_PIN) return true
    return !proof?.byProvider && (await secondStep.isMissing(user))
  }

  return {
    logout,
    answerFor,
    start,

    async login({ password, browser, origin, ...attempt }: LoginAttempt): Promise<NewTokens> {
      const user = await provePassword({ purpose: 'login', ...attempt }, password)
      if (!user) throw refuseLogin()
      await secondStep.requireStep(user, origin)
      return start(user, browser)
    },

    async refresh({ token, signal }: { token: string | undefined; signal: AbortSignal }): Promise<NewTokens> {
      if (token === undefined) throw sessionEndedProblem()
      const rotation = await rotateToken(db, { token, signal }, settings, now)
      failpoint('identity.rotated')
      if (rotation.outcome === 'reused') {
        log.warn(
          { ...securityEvent, userId: rotation.userId },
          'a refresh token was used twice; its session has ended',
        )
      }
      if (rotation.outcome !== 'rotated') throw sessionEndedProblem()
      const user = await createUserStore(db).find(rotation.userId)
      if (!user || user.disabled || (await lacksStep(user, rotation.sessionId))) throw sessionEndedProblem()
      return signedIn(user, rotation)
    },

    async prune(): Promise<void> {
      const at = now()
      const latestExpiry = new Date(at + settings.idleMs + CLOCK_SKEW_MS)
      const latestEnd = new Date(at + settings.maxMs + CLOCK_SKEW_MS)
      await createTokenStore(db).prune(new Date(at), latestExpiry)
      await createSessionStore(db).prune(new Date(at), latestEnd, latestExpiry)
    },
  }
}

export type SessionService = ReturnType<typeof createSessionService>
