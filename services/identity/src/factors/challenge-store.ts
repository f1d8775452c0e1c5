import { CLOCK_SKEW_MS } from '@mms/service-kit'
import type { Knex } from 'knex'
import { digestOf, newSecret } from '../sessions/refresh-token.ts'

/** Long enough to find the phone, or to scan a code and write ten others down. */
export const CHALLENGE_MS = 10 * 60_000
/** The oldest of a user go: repeated sign-ins fill no table. */
const PER_USER = 20

/** What was begun: a sign-in after its password, the set-up that it asked for, a factor of a user who is signed in. */
export type ChallengePurpose = 'sign-in' | 'set-up' | 'app' | 'passkey'

interface Begun {
  userId: string
  purpose: ChallengePurpose
  /** Access tokens of the user end with a new password or another role, and so does this. */
  tokenVersion: number
  /** Sealed, of the app that is being set up. */
  secret?: string
}

export function createChallengeStore(db: Knex, now: () => number) {
  return {
    /** Stores what was begun; returns the secret text that stands for it. */
    async insert({ userId, purpose, tokenVersion, secret }: Begun): Promise<string> {
      const challenge = newSecret()
      const oldest = db('factor_challenges').where('user_id', userId).orderBy('expires_at', 'desc')
      const beyond: string[] = await oldest.offset(PER_USER).limit(PER_USER).pluck('hash')
      if (beyond.length > 0) await db('factor_challenges').whereIn('hash', beyond).delete()
      await db('factor_challenges').insert({
        hash: digestOf(challenge),
        user_id: userId,
        purpose,
        token_version: tokenVersion,
        secret: secret ?? null,
        expires_at: new Date(now() + CHALLENGE_MS),
      })
      return challenge
    },

    /** What this challenge stands for, if it lives. One from a clock further ahead than those of replicas differ is not believed. */
    async find(challenge: string, purpose: ChallengePurpose): Promise<Begun | undefined> {
      const row = await db('factor_challenges')
        .where({ hash: digestOf(challenge), purpose })
        .whereBetween('expires_at', [new Date(now()), new Date(now() + CHALLENGE_MS + CLOCK_SKEW_MS)])
        .first('user_id', 'token_version', 'secret')
      if (!row) return undefined
      const { user_id: userId, token_version: tokenVersion, secret } = row
      return { userId, purpose, tokenVersion: Number(tokenVersion), ...(secret !== null && { secret }) }
    },

    /** Whether it was there: it is good once. */
    take: async (challenge: string): Promise<boolean> =>
      (await db('factor_challenges').where('hash', digestOf(challenge)).delete()) === 1,

    async removeOf(userId: string): Promise<void> {
      await db('factor_challenges').where('user_id', userId).delete()
    },

    async setSecret(challenge: string, secret: string): Promise<void> {
      await db('factor_challenges').where('hash', digestOf(challenge)).update({ secret })
    },

    async prune(): Promise<void> {
      await db('factor_challenges').where('expires_at', '<=', new Date(now())).delete()
    },
  }
}
