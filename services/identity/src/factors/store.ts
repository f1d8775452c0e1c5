import type { SignInSettings } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { StoredCode } from './recovery-codes.ts'

interface StoredApp {
  /** Encrypted. */
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

type NewPasskeyRow = Omit<StoredPasskey, 'createdAt' | 'usedAt'> & {
  credentialHash: string
  createdAt: Date
}

const passkeyColumns = {
  id: 'id',
  userId: 'user_id',
  credential: 'credential',
  publicKey: 'public_key',
  counter: 'counter',
  transports: 'transports',
  name: 'name',
  createdAt: 'created_at',
  usedAt: 'used_at',
} as const satisfies Record<keyof StoredPasskey, string>

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

    /** False if this or a later time step was used already, so that only one of two simultaneous requests passes. */
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
      return rows.map((row) => ({
        ...row,
        counter: Number(row.counter),
        transports: JSON.parse(row.transports),
        createdAt: toInstant(row.createdAt),
        usedAt: row.usedAt === null ? null : toInstant(row.usedAt),
      }))
    },

    /** Throws a unique violation if the passkey is known. */
    async insertPasskey(passkey: NewPasskeyRow): Promise<void> {
      const { userId, credentialHash, publicKey, transports, createdAt, ...row } = passkey
      await db('passkeys').insert({
        ...row,
        user_id: userId,
        credential_hash: credentialHash,
        public_key: publicKey,
        transports: JSON.stringify(transports),
        created_at: createdAt,
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

  async hasFactor(userId: string): Promise<boolean> {
    const of = (table: string) => db(table).where('user_id', userId).first('user_id')
    return Boolean((await of('authenticator_apps')) ?? (await of('passkeys')))
  },

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

export function createSettingsStore(db: Knex) {
  return {
    async find(): Promise<SignInSettings> {
      const on: string[] = await db('sign_in_settings').where('is_on', true).pluck('name')
      return {
        administratorsNeedSecondStep: on.includes('administratorsNeedSecondStep'),
        pinsAllowed: on.includes('pinsAllowed'),
      }
    },

    async update(name: keyof SignInSettings, isOn: boolean): Promise<void> {
      await db('sign_in_settings').insert({ name, is_on: isOn }).onConflict('name').merge()
    },
  }
}
