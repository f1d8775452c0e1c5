import type { Knex } from 'knex'

/** A sign-in on one device, with its first refresh token. */
interface NewSession {
  id: string
  userId: string
  createdAt: Date
  /** Used or not, it ends then. */
  endsAt: Date
  /** It ends then unless it is used. */
  expiresAt: Date
}

/** One statement's worth: what is left over ends with the next sign-in. */
const BEYOND_AT_ONCE = 100

export function createSessionStore(db: Knex) {
  return {
    async insert({ id, userId, createdAt, endsAt, expiresAt }: NewSession): Promise<void> {
      const times = { created_at: createdAt, ends_at: endsAt, expires_at: expiresAt }
      await db('sessions').insert({ id, user_id: userId, ...times })
    },

    async extend(id: string, expiresAt: Date): Promise<void> {
      await db('sessions').where({ id }).update({ expires_at: expiresAt })
    },

    /** Whether it goes on; of a user, so that ids of two tables cannot be mixed up. */
    async exists(id: string, userId: string): Promise<boolean> {
      return (await db('sessions').where({ id, user_id: userId }).first('id')) !== undefined
    },

    /** When the password was typed last in a session of the user. */
    async findProvenAt(id: string, userId: string): Promise<Date | undefined> {
      const row = await db('sessions').where({ id, user_id: userId }).first('created_at', 'proven_at')
      return row && new Date(row.proven_at ?? row.created_at)
    },

    async updateProvenAt(id: string, provenAt: Date): Promise<void> {
      await db('sessions').where({ id }).update({ proven_at: provenAt })
    },

    /** The sessions of a user beyond the `keep` that were used last. */
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

    /** Ends sessions with all their tokens. */
    async remove(ids: string[]): Promise<void> {
      await db('sessions').whereIn('id', ids).delete()
    },

    /** Ends the sessions of a user, but for one. */
    async removeOfUser(userId: string, exceptId?: string): Promise<void> {
      const sessions = db('sessions').where('user_id', userId)
      if (exceptId !== undefined) sessions.whereNot('id', exceptId)
      await sessions.delete()
    },

    async prune(now: Date): Promise<void> {
      await db('sessions').where('expires_at', '<=', now).delete()
    },

    /** Shortens those that a clock which ran ahead let end later than any session can. */
    async shorten(latestEnd: Date, latestExpiry: Date): Promise<void> {
      await db('sessions').where('ends_at', '>', latestEnd).update({ ends_at: latestEnd })
      await db('sessions').where('expires_at', '>', latestExpiry).update({ expires_at: latestExpiry })
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>
