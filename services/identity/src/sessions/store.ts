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
  proof: Proof | undefined
}

/** Proof time of a session that began by PIN, until its user proves the password. */
export const PROVEN_BY_PIN = 0

const USER_AGENT_LENGTH = 255

/** Maximum sessions removed in one statement; the rest is removed at the next sign-in. */
const BEYOND_AT_ONCE = 100

export function createSessionStore(db: Knex) {
  return {
    /** Last time that the password was entered in a session, or that the provider saw the person. */
    async findProof(id: string, userId: string): Promise<Proof | undefined> {
      const row = await db('sessions').where({ id, user_id: userId }).first()
      if (!row) return undefined
      const provenAt = new Date(row.proven_at ?? row.created_at).getTime()
      return { provenAt, byProvider: Boolean(row.by_provider) }
    },

    async updateProvenAt(id: string, provenAt: Date): Promise<void> {
      await db('sessions').where({ id }).update({ proven_at: provenAt })
    },

    async insert(session: NewSession): Promise<void> {
      await db('sessions').insert({
        id: session.id,
        user_id: session.userId,
        user_agent: session.userAgent.slice(0, USER_AGENT_LENGTH),
        created_at: session.createdAt,
        ends_at: session.endsAt,
        expires_at: session.expiresAt,
        by_provider: session.proof?.byProvider ?? false,
        proven_at: session.proof ? new Date(session.proof.provenAt) : null,
      })
    },

    async extend(id: string, expiresAt: Date, usedAt: Date): Promise<void> {
      await db('sessions').where({ id }).update({ expires_at: expiresAt, used_at: usedAt })
    },

    /** Also takes the user id, so that ids of two tables cannot be mixed up. */
    async exists(id: string, userId: string): Promise<boolean> {
      return (await db('sessions').where({ id, user_id: userId }).first('id')) !== undefined
    },

    async listOfUser(userId: string, now: Date) {
      const rows = await db('sessions')
        .where('user_id', userId)
        .where('expires_at', '>', now)
        .orderBy([{ column: 'expires_at', order: 'desc' }, 'id'])
        .select('id', 'user_agent', 'created_at', 'used_at')
      return rows.map((row) => ({
        id: String(row.id),
        userAgent: String(row.user_agent ?? ''),
        createdAt: new Date(row.created_at),
        usedAt: new Date(row.used_at ?? row.created_at),
      }))
    },

    async listBeyond(userId: string, keep: number): Promise<string[]> {
      const used = ['expires_at', 'id'].map((column) => ({ column, order: 'desc' as const }))
      const sessions = db('sessions').where('user_id', userId).orderBy(used)
      return sessions.offset(keep).limit(BEYOND_AT_ONCE).pluck('id')
    },

    async remove(ids: string[]): Promise<void> {
      await db('sessions').whereIn('id', ids).delete()
    },

    async removeOfUser(userId: string, exceptId?: string): Promise<void> {
      const sessions = db('sessions').where('user_id', userId)
      if (exceptId !== undefined) sessions.whereNot('id', exceptId)
      await sessions.delete()
    },

    /** Removes ended sessions, and shortens those whose end was set too late by a fast clock. */
    async prune(now: Date, latestEnd: Date, latestExpiry: Date): Promise<void> {
      await db('sessions').where('expires_at', '<=', now).delete()
      await db('sessions').where('ends_at', '>', latestEnd).update({ ends_at: latestEnd })
      await db('sessions').where('expires_at', '>', latestExpiry).update({ expires_at: latestExpiry })
    },
  }
}

/** Once there is no provider, its sessions confirm by password. */
export async function forgetProvider(db: Knex): Promise<void> {
  await db('sessions').where('by_provider', true).update({ by_provider: false })
}

interface NewToken {
  hash: string
  sessionId: string
  expiresAt: Date
}

export interface StoredToken extends NewToken {
  userId: string
  endsAt: Date
  usedAt: Date | undefined
  /** Salt of the successor; in a void token, digest of its replacement. */
  successorSalt: string | undefined
}

const tokenColumns = {
  hash: 'token.hash',
  sessionId: 'token.session_id',
  expiresAt: 'token.expires_at',
  usedAt: 'token.used_at',
  successorSalt: 'token.successor_salt',
  userId: 'session.user_id',
  endsAt: 'session.ends_at',
} as const satisfies Record<keyof StoredToken, string>

export function createTokenStore(db: Knex) {
  const find = async (hash: string): Promise<StoredToken | undefined> => {
    const row = await db('refresh_tokens as token')
      .join('sessions as session', 'session.id', 'token.session_id')
      .where('token.hash', hash)
      .first(tokenColumns)
    return (
      row && {
        ...row,
        expiresAt: new Date(row.expiresAt),
        endsAt: new Date(row.endsAt),
        usedAt: row.usedAt === null ? undefined : new Date(row.usedAt),
        successorSalt: row.successorSalt ?? undefined,
      }
    )
  }

  return {
    find,

    async insert({ hash, sessionId, expiresAt }: NewToken): Promise<void> {
      await db('refresh_tokens').insert({ hash, session_id: sessionId, expires_at: expiresAt })
    },

    async lock(hash: string): Promise<StoredToken | undefined> {
      const found = await db('refresh_tokens').where({ hash }).first('session_id')
      if (!found) return undefined
      await db('sessions').where({ id: found.session_id }).forUpdate().first('id')
      return find(hash)
    },

    /** Stores the salt of the successor. The caller must hold the lock. */
    async markUsed({ hash, successorSalt }: StoredToken, usedAt: Date, salt: string): Promise<void> {
      const unchanged = db('refresh_tokens').where({ hash, successor_salt: successorSalt ?? null })
      const marked = await unchanged.update({ used_at: usedAt, successor_salt: salt })
      if (marked !== 1) throw new Error('A refresh token was changed without its lock')
    },

    async forgetUsed(sessionId: string, keep: number): Promise<void> {
      const used = () => db('refresh_tokens').where('session_id', sessionId).whereNotNull('used_at')
      const beyond = await used().orderBy('used_at', 'desc').offset(keep).first('used_at')
      if (beyond) await used().where('used_at', '<=', beyond.used_at).delete()
    },

    async prune(now: Date, latestExpiry: Date): Promise<void> {
      await db('refresh_tokens').where('expires_at', '<=', now).delete()
      await db('refresh_tokens').where('expires_at', '>', latestExpiry).update({ expires_at: latestExpiry })
    },
  }
}

export type TokenStore = ReturnType<typeof createTokenStore>
