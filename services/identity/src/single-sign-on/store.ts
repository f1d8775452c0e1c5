import type { Knex } from 'knex'

export function createProviderAccountStore(db: Knex) {
  return {
    async findUserId(key: string): Promise<string | undefined> {
      return (await db('provider_accounts').where({ account_key: key }).first('user_id'))?.user_id
    },
    async hasAccount(userId: string): Promise<boolean> {
      return (await db('provider_accounts').where({ user_id: userId }).first('user_id')) !== undefined
    },
    async insert(key: string, userId: string, createdAt: Date): Promise<void> {
      await db('provider_accounts').insert({ account_key: key, user_id: userId, created_at: createdAt })
    },
  }
}
