import type { Knex } from 'knex'

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

const columns = {
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
      .first(columns)
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

    async prune(now: Date): Promise<void> {
      await db('refresh_tokens').where('expires_at', '<=', now).delete()
    },

    async shorten(latestExpiry: Date): Promise<void> {
      await db('refresh_tokens').where('expires_at', '>', latestExpiry).update({ expires_at: latestExpiry })
    },
  }
}

export type TokenStore = ReturnType<typeof createTokenStore>
