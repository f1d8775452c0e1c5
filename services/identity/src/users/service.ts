import type { CreateUser, UpdateUser, User } from '@mms/contracts'
import { differences, inTransaction, isUniqueViolation, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createUserStore, type NewUser, type StoredUser } from './store.ts'

/** Throws 400 for an easy password. `field` is the form field that gets the error. */
export type RefuseEasyPassword = (
  password: string,
  person: Pick<StoredUser, 'name' | 'email'>,
  field: string,
) => void

interface UserServiceOptions {
  db: Knex
  hasher: { hash(password: string): Promise<string> }
  refuseEasy: RefuseEasyPassword
  /** Ends the user's tokens, and optionally the sessions, in the transaction of the change. */
  endAccess(trx: Knex.Transaction, user: StoredUser, ended: { sessions: boolean }): Promise<void>
  now: () => number
}

const toUser = ({ id, name, email, role, disabled, createdAt }: NewUser): User => ({
  _id: id,
  name,
  email,
  role,
  disabled,
  createdAt,
})

const byName = (a: User, b: User) => Number(a.disabled) - Number(b.disabled) || a.name.localeCompare(b.name)

function refuseTaken(cause: unknown): never {
  if (!isUniqueViolation(cause)) throw cause
  throw problem.conflict('identity.email_taken', 'A user with this email already exists', {
    errors: { email: 'is already in use' },
    cause,
  })
}

export function userNotFoundProblem(): Error {
  return problem.notFound('identity.user_not_found', 'User not found')
}

function refuseLastAdmin(): never {
  throw problem.conflict(
    'identity.last_admin',
    'This is the last enabled administrator. Make someone else an administrator first',
  )
}

/** Locks all administrators. Otherwise two concurrent requests could each remove the other's administrator. */
async function updateUser(
  trx: Knex.Transaction,
  id: string,
  changes: UpdateUser,
  endAccess: UserServiceOptions['endAccess'],
): Promise<User> {
  const users = createUserStore(trx)
  const admins = await users.lockEnabledAdmins()
  const user = await users.lock(id)
  if (!user) throw userNotFoundProblem()
  const { name = user.name, email = user.email, role = user.role, disabled = user.disabled } = changes
  const staysAdmin = role === 'admin' && !disabled
  if (!staysAdmin && admins.length === 1 && admins[0] === id) refuseLastAdmin()
  const changedUser = { ...user, name, email, role, disabled }
  await users.update(id, changedUser)
  const changed = differences(user, changedUser, ['name', 'email', 'role', 'disabled'])
  if (changed) await recordChange(trx, { action: 'user.changed', subject: id, ...changed })
  if (disabled || role !== user.role) await endAccess(trx, user, { sessions: disabled })
  return toUser(changedUser)
}

export async function insertUser(trx: Knex.Transaction, user: NewUser): Promise<void> {
  const { id, name, email, role } = user
  await createUserStore(trx).insert(user)
  await recordChange(trx, { action: 'user.added', subject: id, after: { name, email, role } })
}

export function createUserService({ db, hasher, refuseEasy, endAccess, now }: UserServiceOptions) {
  const users = createUserStore(db)
  return {
    list: async (): Promise<User[]> => (await users.list()).map(toUser).toSorted(byName),

    async create({ password, ...person }: CreateUser): Promise<User> {
      refuseEasy(password, person, 'password')
      const user: NewUser = {
        ...person,
        id: v7(),
        disabled: false,
        passwordHash: await hasher.hash(password),
        mustChangePassword: true,
        createdAt: new Date(now()).toISOString(),
      }
      await inTransaction(db, (trx) => insertUser(trx, user)).catch(refuseTaken)
      return toUser(user)
    },

    update: (id: string, changes: UpdateUser): Promise<User> =>
      inTransaction(db, (trx) => updateUser(trx, id, changes, endAccess)).catch(refuseTaken),
  }
}

export type UserService = ReturnType<typeof createUserService>
