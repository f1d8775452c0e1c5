import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { StoredCode } from './recovery-codes.ts'

export interface StoredApp {
  /** Sealed. */
  secret: string
  usedStep: number
  wrongCodes: number
  createdAt: string
}

export interface StoredPasskey {
  id: string
  userId: string
  credential: string
  publicKey: string
  counter: number
  transports: string[]
  name: string
  createdAt: string
  usedAt: string | null
}

export type NewPasskeyRow = Omit<StoredPasskey, 'createdAt' | 'usedAt'> & {
  credentialHash: string
  createdAt: Date
}

const passkeyColumns = [
  ...['id', 'user_id', 'credential', 'public_key', 'counter'],
  ...['transports', 'name', 'created_at', 'used_at'],
]

const toPasskey = (row: Record<string, unknown>): StoredPasskey => ({
  id: String(row.id),
  userId: String(row.user_id),
  credential: String(row.credential),
  publicKey: String(row.public_key),
  counter: Number(row.counter),
  transports: JSON.parse(String(row.transports)),
  name: String(row.name),
  createdAt: toInstant(row.created_at),
  usedAt: row.used_at === null ? null : toInstant(row.used_at),
})

function appStatements(db: Knex) {
  const app = (userId: string) => db('authenticator_apps').where('user_id', userId)
  return {
    async findApp(userId: string): Promise<StoredApp | undefined> {
      const row = await app(userId).first('secret', 'used_step', 'wrong_codes', 'created_at')
      if (!row) return undefined
      const { secret, used_step: usedStep, wrong_codes: wrongCodes, created_at: createdAt } = row
      return { secret, usedStep: Number(usedStep), wrongCodes, createdAt: toInstant(createdAt) }
    },

    async saveApp(userId: string, secret: string, usedStep: number, createdAt: Date): Promise<void> {
      await app(userId).delete()
      const row = { secret, used_step: usedStep, wrong_codes: 0, created_at: createdAt }
      await db('authenticator_apps').insert({ user_id: userId, ...row })
    },

    /** False if this or a later step was already used, so that of two simultaneous requests only one passes. */
    async markStep(userId: string, step: number): Promise<boolean> {
      const used = await app(userId).where('used_step', '<', step).update({ used_step: step, wrong_codes: 0 })
      return used === 1
    },

    async countWrongCode(userId: string): Promise<void> {
      await app(userId).increment('wrong_codes', 1)
    },

    removeApp: async (userId: string): Promise<boolean> => (await app(userId).delete()) === 1,
  }
}

function passkeyStatements(db: Knex) {
  return {
    async listPasskeys(userId: string): Promise<StoredPasskey[]> {
      const rows = await db('passkeys').where('user_id', userId).orderBy('id').select(passkeyColumns)
      return rows.map(toPasskey)
    },

    /** Throws a unique violation for a duplicate. */
    async insertPasskey({ id, userId, credential, counter, name, ...passkey }: NewPasskeyRow): Promise<void> {
      await db('passkeys').insert({
        id,
        user_id: userId,
        credential,
        counter,
        name,
        credential_hash: passkey.credentialHash,
        public_key: passkey.publicKey,
        transports: JSON.stringify(passkey.transports),
        created_at: passkey.createdAt,
      })
    },

    async notePasskeyUse(id: string, counter: number, at: Date): Promise<void> {
      await db('passkeys').where({ id }).update({ counter, used_at: at })
    },

    removePasskey: async (userId: string, id: string): Promise<boolean> =>
      (await db('passkeys').where({ id, user_id: userId }).delete()) === 1,
  }
}

function codeStatements(db: Knex) {
  const codes = (userId: string) => db('recovery_codes').where('user_id', userId)
  return {
    async countCodes(userId: string): Promise<number> {
      const [row] = await codes(userId).count({ count: '*' })
      return Number(row?.count)
    },

    async findCode(userId: string, selector: string): Promise<string | undefined> {
      return (await codes(userId).where({ selector }).first('hash'))?.hash
    },

    /** Consumes a code; of two simultaneous requests only one passes. */
    takeCode: async (userId: string, code: StoredCode): Promise<boolean> =>
      (await codes(userId).where(code).delete()) === 1,

    async saveCodes(userId: string, stored: readonly StoredCode[]): Promise<void> {
      await codes(userId).delete()
      for (const code of stored) await db('recovery_codes').insert({ user_id: userId, ...code })
    },
  }
}

export const createFactorStore = (db: Knex) => ({
  ...appStatements(db),
  ...passkeyStatements(db),
  ...codeStatements(db),

  async listUsers(): Promise<string[]> {
    const apps: string[] = await db('authenticator_apps').pluck('user_id')
    return [...new Set([...apps, ...(await db('passkeys').distinct().pluck('user_id'))])]
  },

  async removeAll(userId: string): Promise<void> {
    for (const table of ['authenticator_apps', 'passkeys', 'recovery_codes', 'factor_challenges']) {
      await db(table).where('user_id', userId).delete()
    }
  },
})

export type FactorStore = ReturnType<typeof createFactorStore>
