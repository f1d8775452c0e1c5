import type { Proof } from '@mms/service-kit'
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
  /** As its browser calls itself. */
  userAgent: string
  /** When the provider saw the person, of a session that began there. */
  atProvider: Date | undefined
}

/** A session as its owner sees it. */
export interface OwnSession {
  id: string
  userAgent: string
  createdAt: Date
  usedAt: Date
}

interface OwnSessionRow {
  id: string
  user_agent: string | null
  created_at: string | number | Date
  used_at: string | number | Date | null
}

const toOwnSession = (row: OwnSessionRow): OwnSession => ({
  id: row.id,
  userAgent: row.user_agent ?? '',
  createdAt: new Date(row.created_at),
  usedAt: new Date(row.used_at ?? row.created_at),
})

/** As much of the text as the column takes. */
const USER_AGENT_LENGTH = 255

/** One statement's worth: what is left over ends with the next sign-in. */
const BEYOND_AT_ONCE = 100

function proofStatements(db: Knex) {
  return {
    /** When the password was typed last in a session of the user, or the provider saw the person. */
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

    async insert({
      id,
      userId,
      createdAt,
      endsAt,
      expiresAt,
      userAgent,
      atProvider,
    }: NewSession): Promise<void> {
      const times = { created_at: createdAt, ends_at: endsAt, expires_at: expiresAt }
      const device = userAgent.slice(0, USER_AGENT_LENGTH)
      const proof = { by_provider: atProvider !== undefined, proven_at: atProvider ?? null }
      await db('sessions').insert({ id, user_id: userId, user_agent: device, ...times, ...proof })
    },

    async extend(id: string, expiresAt: Date, usedAt: Date): Promise<void> {
      await db('sessions').where({ id }).update({ expires_at: expiresAt, used_at: usedAt })
    },

    /** Whether it goes on; of a user, so that ids of two tables cannot be mixed up. */
    async exists(id: string, userId: string): Promise<boolean> {
      return (await db('sessions').where({ id, user_id: userId }).first('id')) !== undefined
    },

    /** Those of a user that go on at `now`, the one used last first. */
    async listOfUser(userId: string, now: Date): Promise<OwnSession[]> {
      const rows = await db('sessions')
        .where('user_id', userId)
        .where('expires_at', '>', now)
        .orderBy([{ column: 'expires_at', order: 'desc' }, 'id'])
        .select<OwnSessionRow[]>('id', 'user_agent', 'created_at', 'used_at')
      return rows.map(toOwnSession)
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
