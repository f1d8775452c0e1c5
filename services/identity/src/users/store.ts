import { type Role, roleSchema } from '@mms/contracts'
import { inTransaction, lockAcrossNodes, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Contains the password hash; never leaves this service. */
export interface StoredUser {
  id: string
  email: string
  name: string
  role: Role
  disabled: boolean
  passwordHash: string
  /** Set when another user chose the password. Until it is changed, nothing else is allowed. */
  mustChangePassword: boolean
  createdAt: string
  /** Tokens with a lower version are revoked. */
  tokenVersion: number
}

export type NewUser = Omit<StoredUser, 'tokenVersion'>

const columns = {
  id: 'id',
  email: 'email',
  name: 'name',
  role: 'role',
  disabled: 'disabled',
  passwordHash: 'password_hash',
  mustChangePassword: 'must_change_password',
  createdAt: 'created_at',
  tokenVersion: 'token_version',
} as const satisfies Record<keyof StoredUser, string>

type Converted = 'role' | 'disabled' | 'mustChangePassword' | 'createdAt'

const toUser = (row: Omit<StoredUser, Converted> & Record<Converted, unknown>): StoredUser => ({
  ...row,
  role: roleSchema.parse(row.role),
  disabled: Boolean(row.disabled),
  mustChangePassword: Boolean(row.mustChangePassword),
  createdAt: toInstant(row.createdAt),
})

export function createUserStore(db: Knex) {
  const findBy = async (where: { id: string } | { email: string }): Promise<StoredUser | undefined> => {
    const row = await db('users').where(where).first(columns)
    return row && toUser(row)
  }

  return {
    find: (id: string) => findBy({ id }),
    findByEmail: (email: string) => findBy({ email }),

    async lock(id: string): Promise<StoredUser | undefined> {
      await lockAcrossNodes(db, db('users').where({ id }))
      const row = await db('users').where({ id }).forUpdate().first(columns)
      return row && toUser(row)
    },

    async lockEnabledAdmins(): Promise<string[]> {
      const admins = () => db('users').where({ role: 'admin', disabled: false })
      await lockAcrossNodes(db, admins())
      return admins().orderBy('id').forUpdate().pluck('id')
    },

    async list(): Promise<StoredUser[]> {
      return (await db('users').select(columns).orderBy('email')).map(toUser)
    },

    async isEmpty(): Promise<boolean> {
      return (await db('users').first('id')) === undefined
    },

    async insert(user: NewUser): Promise<void> {
      const { id, email, name, role, disabled, passwordHash, mustChangePassword, createdAt } = user
      await db('users').insert({
        id,
        email,
        name,
        role,
        disabled,
        password_hash: passwordHash,
        must_change_password: mustChangePassword,
        created_at: new Date(createdAt),
      })
    },

    async update(id: string, { name, email, role, disabled }: NewUser): Promise<void> {
      await db('users').where({ id }).update({ name, email, role, disabled })
    },

    async updatePassword(id: string, hash: string, mustChange: boolean): Promise<void> {
      const changes = { password_hash: hash, must_change_password: mustChange }
      await db('users').where({ id }).update(changes)
    },

    async updateTokenVersion(id: string, tokenVersion: number): Promise<void> {
      await db('users').where({ id }).update({ token_version: tokenVersion })
    },
  }
}

export type UserStore = ReturnType<typeof createUserStore>

/**
 * Raises token versions after a restore. Verifiers remember revoked versions for an hour and would refuse new tokens
 * with older versions. Updates rows that depend on a version, too. Sessions continue by their cookies.
 */
export async function renewTokenVersions(db: Knex): Promise<void> {
  const version = Date.now()
  await inTransaction(db, async (trx) => {
    for (const table of ['device_pins', 'factor_challenges']) {
      const current = trx('users')
        .whereRaw('users.id = ??.user_id and users.token_version = ??.token_version', [table, table])
        .select('id')
      await trx(table).whereExists(current).update({ token_version: version })
    }
    await trx('users').where('token_version', '<', version).update({ token_version: version })
  })
}
