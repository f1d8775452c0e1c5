import { CLOCK_SKEW_MS } from '@mms/service-kit'
import type { Knex } from 'knex'
import { digestOf, newSecret } from '../sessions/refresh-token.ts'

/** Long enough to find the phone, or to scan a code and copy ten others. */
export const CHALLENGE_MS = 10 * 60_000
/** A user's oldest challenges are removed beyond this, so that repeated sign-ins do not fill the table. */
const MAX_PER_USER = 20

/** A sign-in after its password, a required set-up, or a new factor of a signed-in user. */
export type ChallengePurpose = 'sign-in' | 'set-up' | 'app' | 'passkey'

interface StoredChallenge {
  userId: string
  purpose: ChallengePurpose
  /** A new password or role raises the user's version, which ends the challenge. */
  tokenVersion: number
  secret?: string
}

export function createChallengeStore(db: Knex, now: () => number) {
  return {
    async insert({ userId, purpose, tokenVersion, secret }: StoredChallenge): Promise<string> {
      const challenge = newSecret()
      const oldest = db('factor_challenges').where('user_id', userId).orderBy('expires_at', 'desc')
      const beyond: string[] = await oldest.offset(MAX_PER_USER).limit(MAX_PER_USER).pluck('hash')
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

    /** Ignores challenges too far in the future to be valid (clock skew). */
    async find(challenge: string, purpose: ChallengePurpose): Promise<StoredChallenge | undefined> {
      const row = await db('factor_challenges')
        .where({ hash: digestOf(challenge), purpose })
        .whereBetween('expires_at', [new Date(now()), new Date(now() + CHALLENGE_MS + CLOCK_SKEW_MS)])
        .first('user_id', 'token_version', 'secret')
      if (!row) return undefined
      const { user_id: userId, token_version: tokenVersion, secret } = row
      return { userId, purpose, tokenVersion: Number(tokenVersion), ...(secret !== null && { secret }) }
    },

    /** Consumes the challenge; false if it was already used. */
    consume: async (challenge: string): Promise<boolean> =>
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
