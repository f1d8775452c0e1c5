import type { Session } from '@mms/contracts'
import { type Caller, inTransaction, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createUserStore } from '../users/store.ts'
import { endAccessOf, endSessions } from './endings.ts'
import { nameDevice } from './rules.ts'
import { createSessionStore } from './store.ts'

const sessionNotFound = () => problem.notFound('auth.session_not_found', 'This session has ended already')

interface OwnSessionsOptions {
  db: Knex
  /** Throws without a recent password proof in the caller's session. */
  recentProof: (caller: Caller) => Promise<void>
  now: () => number
}

/** Ending sessions needs a proof, so that a stolen token signs no one out. */
export function createOwnSessions({ db, recentProof, now }: OwnSessionsOptions) {
  return {
    async list({ id: userId, sessionId }: Caller): Promise<Session[]> {
      const sessions = await createSessionStore(db).listOfUser(userId, new Date(now()))
      return sessions.map(({ id, userAgent, createdAt, usedAt }) => ({
        _id: id,
        device: nameDevice(userAgent),
        createdAt: createdAt.toISOString(),
        lastUsedAt: usedAt.toISOString(),
        current: id === sessionId,
      }))
    },

    async end(caller: Caller, id: string): Promise<void> {
      const { id: userId } = caller
      await recentProof(caller)
      await inTransaction(db, async (trx) => {
        if (!(await createSessionStore(trx).exists(id, userId))) throw sessionNotFound()
        await endSessions(trx, [id])
        await recordChange(trx, { action: 'sign-in.ended', subject: userId })
      })
    },

    async endAll(caller: Caller): Promise<void> {
      const { id: userId } = caller
      await recentProof(caller)
      await inTransaction(db, async (trx) => {
        const user = await createUserStore(trx).lock(userId)
        if (!user) return
        await endAccessOf(trx, user, now(), { sessions: true })
        await recordChange(trx, { action: 'sign-in.ended-everywhere', subject: userId })
      })
    },
  }
}

export type OwnSessions = ReturnType<typeof createOwnSessions>
