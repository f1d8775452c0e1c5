import type { LoginResponse } from '@mms/contracts'
import { inTransaction, type Logger, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import type { KeySet } from '../keys/key-set.ts'
import type { ProvePassword } from '../passwords/proof.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import { signAccessToken } from './access-token.ts'
import { digestOf, newSecret } from './refresh-token.ts'
import { expiryOf, type Lifetimes, rotate } from './rotation.ts'
import { createSessionStore } from './store.ts'

export interface SessionServiceOptions {
  db: Knex
  log: Logger
  keys: KeySet
  provePassword: ProvePassword
  now: () => number
  settings: Lifetimes & { accessTokenSeconds: number }
}

export interface LoginAttempt {
  email: string
  password: string
  address: string
  /** The refresh token that the browser held before. */
  replacing: string | undefined
}

/** What the browser keeps: the answer for scripts, the refresh token for its cookie. */
export interface SignedIn {
  answer: LoginResponse
  refreshToken: string
  lifetimeMs: number
}

const refuseLogin = () => problem.unauthorized('auth.invalid_credentials', 'Invalid email or password')
const refuseRefresh = () => problem.unauthorized('auth.session_ended', 'Please sign in again')

/** Begins a session, unless the user was disabled or the password changed since it was checked. */
async function begin(trx: Knex, user: StoredUser, lifetimes: Lifetimes, now: number) {
  const current = await createUserStore(trx).lock(user.id)
  if (!current || current.disabled || current.passwordHash !== user.passwordHash) return undefined
  const sessions = createSessionStore(trx)
  const id = v7()
  const token = newSecret()
  const endsAt = new Date(now + lifetimes.maxMs)
  const expiresAt = expiryOf(endsAt, lifetimes, now)
  await sessions.insert({ id, userId: user.id, createdAt: new Date(now), endsAt, expiresAt })
  await sessions.insertToken({ hash: digestOf(token), sessionId: id, expiresAt })
  return { token, expiresAt }
}

export function createSessionService(options: SessionServiceOptions) {
  const { db, log, keys, provePassword, now, settings } = options

  const signedIn = (
    user: StoredUser,
    { token, expiresAt }: { token: string; expiresAt: Date },
  ): SignedIn => ({
    answer: {
      token: signAccessToken(keys, user, settings.accessTokenSeconds),
      _id: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
    },
    refreshToken: token,
    lifetimeMs: expiresAt.getTime() - now(),
  })

  /** Ends the session of a refresh token, if there is one. */
  const logout = (refreshToken: string | undefined): Promise<void> =>
    inTransaction(db, async (trx) => {
      if (refreshToken === undefined) return
      const sessions = createSessionStore(trx)
      const found = await sessions.findToken(digestOf(refreshToken))
      if (found) await sessions.remove(found.sessionId)
    })

  return {
    logout,

    async login({ email, password, address, replacing }: LoginAttempt): Promise<SignedIn> {
      const user = await provePassword({ purpose: 'login', email, address }, password)
      const begun = user && (await inTransaction(db, (trx) => begin(trx, user, settings, now())))
      if (!begun) throw refuseLogin()
      await logout(replacing)
      return signedIn(user, begun)
    },

    async refresh(refreshToken: string | undefined): Promise<SignedIn> {
      if (refreshToken === undefined) throw refuseRefresh()
      const rotation = await inTransaction(db, (trx) =>
        rotate(createSessionStore(trx), refreshToken, settings, now()),
      )
      if (rotation.outcome === 'reused') {
        log.warn({ userId: rotation.userId }, 'a refresh token was used twice; its session has ended')
      }
      if (rotation.outcome !== 'rotated') throw refuseRefresh()
      const user = await createUserStore(db).find(rotation.userId)
      if (!user || user.disabled) throw refuseRefresh()
      return signedIn(user, rotation)
    },

    prune: () => createSessionStore(db).prune(new Date(now())),
  }
}

export type SessionService = ReturnType<typeof createSessionService>
