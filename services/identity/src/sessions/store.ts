import type { Proof } from '@mms/service-kit'
import type { Knex } from 'knex'

interface NewSession {
  id: string
  userId: string
  createdAt: Date
  /** Time at which the session always ends. */
  endsAt: Date
  /** Time at which the session ends if it is not used. */
  expiresAt: Date
  userAgent: string
  atProvider: Date | undefined
}

export interface OwnSession {
  id: string
  userAgent: string
  createdAt: Date
  usedAt: Date
}

const USER_AGENT_LENGTH = 255

/** Maximum sessions removed in one statement; the rest is removed at the next sign-in. */
const BEYOND_AT_ONCE = 100

function proofStatements(db: Knex) {
  return {
    /** Last time that the password was entered in a session, or that the provider saw the person. */
    async findProof(id: string, userId: string): Promise<Proof | undefined> {
      const row = await db('sessions')
        .where({ id, user_id: userId })
        .first('created_at', 'proven_at', 'by_provider')
      const provenAt = () => new Date(row.proven_at ?? row.created_at).getTime()
      return row && { provenAt: provenAt(), byProvider: Boolean(row.by_provider) }
    },

    async updateProvenAt(id: string, provenAt: Date): Promise<void> {
      await db('sessions').where({ id }).update({ proven_at: provenAt })
    },
  }
}

export function createSessionStore(db: Knex) {
  return {
    ...proofStatements(db),

    async insert(session: NewSession): Promise<void> {
      await db('sessions').insert({
        id: session.id,
        user_id: session.userId,
        user_agent: session.userAgent.slice(0, USER_AGENT_LENGTH),
        created_at: session.createdAt,
        ends_at: session.endsAt,
        expires_at: session.expiresAt,
        by_provider: session.atProvider !== undefined,
        proven_at: session.atProvider ?? null,
      })
    },

    async extend(id: string, expiresAt: Date, usedAt: Date): Promise<void> {
      await db('sessions').where({ id }).update({ expires_at: expiresAt, used_at: usedAt })
    },

    /** Also takes the user id, so that ids of two tables cannot be mixed up. */
    async exists(id: string, userId: string): Promise<boolean> {
      return (await db('sessions').where({ id, user_id: userId }).first('id')) !== undefined
    },

    async listOfUser(userId: string, now: Date): Promise<OwnSession[]> {
      const rows = await db('sessions')
        .where('user_id', userId)
        .where('expires_at', '>', now)
        .orderBy([{ column: 'expires_at', order: 'desc' }, 'id'])
        .select('id', 'user_agent', 'created_at', 'used_at')
      return rows.map((row) => ({
        id: row.id,
        userAgent: row.user_agent ?? '',
        createdAt: new Date(row.created_at),
        usedAt: new Date(row.used_at ?? row.created_at),
      }))
    },

    async listBeyond(userId: string, keep: number): Promise<string[]> {
      const used = [
        { column: 'expires_at', order: 'desc' as const },
        { column: 'id', order: 'desc' as const },
      ]
      return db('sessions')
        .where('user_id', userId)
        .orderBy(used)
        .offset(keep)
        .limit(BEYOND_AT_ONCE)
        .pluck('id')
    },

    async remove(ids: string[]): Promise<void> {
      await db('sessions').whereIn('id', ids).delete()
    },

    async removeOfUser(userId: string, exceptId?: string): Promise<void> {
      const sessions = db('sessions').where('user_id', userId)
      if (exceptId !== undefined) sessions.whereNot('id', exceptId)
      await sessions.delete()
    },

    async prune(now: Date): Promise<void> {
      await db('sessions').where('expires_at', '<=', now).delete()
    },

    /** Shortens sessions whose end was set too late by a fast clock. */
    async shorten(latestEnd: Date, latestExpiry: Date): Promise<void> {
      await db('sessions').where('ends_at', '>', latestEnd).update({ ends_at: latestEnd })
      await db('sessions').where('expires_at', '>', latestExpiry).update({ expires_at: latestExpiry })
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>
