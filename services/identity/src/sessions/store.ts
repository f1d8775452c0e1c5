import type { Knex } from 'knex'

/** A sign-in on one device, with its first refresh token. */
export interface NewSession {
  id: string
  userId: string
  createdAt: Date
  /** Used or not, it ends then. */
  endsAt: Date
  /** It ends then unless it is used. */
  expiresAt: Date
}

export interface NewToken {
  hash: string
  sessionId: string
  expiresAt: Date
}

export interface StoredToken extends NewToken {
  userId: string
  endsAt: Date
  usedAt: Date | undefined
  successorSalt: string | undefined
}

export function createSessionStore(db: Knex) {
  return {
    async insert({ id, userId, createdAt, endsAt, expiresAt }: NewSession): Promise<void> {
      const times = { created_at: createdAt, ends_at: endsAt, expires_at: expiresAt }
      await db('sessions').insert({ id, user_id: userId, ...times })
    },

    async insertToken({ hash, sessionId, expiresAt }: NewToken): Promise<void> {
      await db('refresh_tokens').insert({ hash, session_id: sessionId, expires_at: expiresAt })
    },

    async findToken(hash: string): Promise<StoredToken | undefined> {
      const row = await db('refresh_tokens as token')
        .join('sessions as session', 'session.id', 'token.session_id')
        .where('token.hash', hash)
        .first(
          'token.session_id',
          'token.expires_at',
          'token.used_at',
          'token.successor_salt',
          'session.user_id',
          'session.ends_at',
        )
      return (
        row && {
          hash,
          sessionId: row.session_id,
          userId: row.user_id,
          expiresAt: new Date(row.expires_at),
          endsAt: new Date(row.ends_at),
          usedAt: row.used_at === null ? undefined : new Date(row.used_at),
          successorSalt: row.successor_salt ?? undefined,
        }
      )
    },

    /** False when somebody else used it first. */
    async markUsed(hash: string, usedAt: Date, successorSalt: string): Promise<boolean> {
      const marked = await db('refresh_tokens')
        .where({ hash, used_at: null })
        .update({ used_at: usedAt, successor_salt: successorSalt })
      return marked === 1
    },

    async extend(id: string, expiresAt: Date): Promise<void> {
      await db('sessions').where({ id }).update({ expires_at: expiresAt })
    },

    /** Ends a session with all its tokens. */
    async remove(id: string): Promise<void> {
      await db('sessions').where({ id }).delete()
    },

    /** Ends the sessions of a user, but for one. */
    async removeOfUser(userId: string, exceptId?: string): Promise<void> {
      const sessions = db('sessions').where('user_id', userId)
      if (exceptId !== undefined) sessions.whereNot('id', exceptId)
      await sessions.delete()
    },

    async prune(now: Date): Promise<void> {
      await db('refresh_tokens').where('expires_at', '<=', now).delete()
      await db('sessions').where('expires_at', '<=', now).delete()
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>
