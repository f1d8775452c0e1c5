import { type Role, roleSchema } from '@mms/contracts'
import { lockAcrossNodes, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Contains the password hash; never leaves this service. */
export interface StoredUser {
  id: string
  email: string
  name: string
  role: Role
  disabled: boolean
  passwordHash: string
  /** Set by another user; everything else is closed until they change it. */
  mustChangePassword: boolean
  createdAt: string
  /** Lower versions are revoked. */
  tokenVersion: number
}

export type NewUser = Omit<StoredUser, 'tokenVersion'>

const columns = [
  'id',
  'email',
  'name',
  'role',
  'disabled',
  'password_hash',
  'must_change_password',
  'created_at',
  'token_version',
]

interface UserRow {
  id: string
  email: string
  name: string
  role: string
  disabled: number
  password_hash: string
  must_change_password: number
  created_at: unknown
  token_version: number
}

const toUser = (row: UserRow): StoredUser => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: roleSchema.parse(row.role),
  disabled: row.disabled === 1,
  passwordHash: row.password_hash,
  mustChangePassword: row.must_change_password === 1,
  createdAt: toInstant(row.created_at),
  tokenVersion: row.token_version,
})

export function createUserStore(db: Knex) {
  const findBy = async (where: { id: string } | { email: string }): Promise<StoredUser | undefined> => {
    const row = await db('users').where(where).first<UserRow | undefined>(columns)
    return row && toUser(row)
  }

  return {
    find: (id: string) => findBy({ id }),
    findByEmail: (email: string) => findBy({ email }),

    async lock(id: string): Promise<StoredUser | undefined> {
      await lockAcrossNodes(db, db('users').where({ id }))
      const row = await db('users').where({ id }).forUpdate().first<UserRow | undefined>(columns)
      return row && toUser(row)
    },

    async lockEnabledAdmins(): Promise<string[]> {
      const admins = () => db('users').where({ role: 'admin', disabled: false })
      await lockAcrossNodes(db, admins())
      return admins().orderBy('id').forUpdate().pluck('id')
    },

    async list(): Promise<StoredUser[]> {
      return (await db('users').select<UserRow[]>(columns).orderBy('email')).map(toUser)
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

    async update(
      id: string,
      { name, email, role, disabled }: Pick<StoredUser, 'name' | 'email' | 'role' | 'disabled'>,
    ): Promise<void> {
      await db('users').where({ id }).update({ name, email, role, disabled })
    },

    async updatePassword(
      id: string,
      { passwordHash, mustChangePassword }: Pick<StoredUser, 'passwordHash' | 'mustChangePassword'>,
    ): Promise<void> {
      const changes = { password_hash: passwordHash, must_change_password: mustChangePassword }
      await db('users').where({ id }).update(changes)
    },

    async updateTokenVersion(id: string, tokenVersion: number): Promise<void> {
      await db('users').where({ id }).update({ token_version: tokenVersion })
    },
  }
}

export type UserStore = ReturnType<typeof createUserStore>
