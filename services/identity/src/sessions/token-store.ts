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
  /** Salt of the successor; for void tokens the digest of the replacement. */
  successorSalt: string | undefined
}

interface TokenRow {
  hash: string
  session_id: string
  expires_at: string | number | Date
  used_at: string | number | Date | null
  successor_salt: string | null
  user_id: string
  ends_at: string | number | Date
}

const columns = [
  'token.hash',
  'token.session_id',
  'token.expires_at',
  'token.used_at',
  'token.successor_salt',
  'session.user_id',
  'session.ends_at',
]

const toToken = (row: TokenRow): StoredToken => ({
  hash: row.hash,
  sessionId: row.session_id,
  userId: row.user_id,
  expiresAt: new Date(row.expires_at),
  endsAt: new Date(row.ends_at),
  usedAt: row.used_at === null ? undefined : new Date(row.used_at),
  successorSalt: row.successor_salt ?? undefined,
})

export function createTokenStore(db: Knex) {
  const find = async (hash: string): Promise<StoredToken | undefined> => {
    const row = await db('refresh_tokens as token')
      .join('sessions as session', 'session.id', 'token.session_id')
      .where('token.hash', hash)
      .first<TokenRow | undefined>(columns)
    return row && toToken(row)
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

    /** Stores the salt that leads to the successor. The caller holds the lock. */
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
