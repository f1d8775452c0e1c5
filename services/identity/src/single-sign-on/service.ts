import { createHash } from 'node:crypto'
import { inTransaction, isUniqueViolation } from '@mms/service-kit'
import { v7 } from 'uuid'
import type { IdentityContext } from '../context.ts'
import { newSecret } from '../sessions/refresh-token.ts'
import { insertUser, type UserService } from '../users/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import type { PendingSignIn, ProviderClient } from './provider-client.ts'
import { type ProviderPerson, RefusedPersonError, type RoleRules, readProviderPerson } from './rules.ts'
import { createProviderAccountStore } from './store.ts'

interface SingleSignOnOptions {
  provider: ProviderClient
  roles: RoleRules
  updateUser: UserService['update']
}

const keyOf = ({ iss, sub }: ProviderPerson) => createHash('sha256').update(`${iss}\0${sub}`).digest('hex')

export function createSingleSignOn(
  { db, log, hasher, now }: IdentityContext,
  { provider, roles, updateUser }: SingleSignOnOptions,
) {
  const find = async (key: string) => {
    const id = await createProviderAccountStore(db).findUserId(key)
    return id === undefined ? undefined : createUserStore(db).find(id)
  }

  /** Never links an existing user by email address: at the provider it may belong to another person. */
  async function add(key: string, { email, name, role }: ProviderPerson): Promise<StoredUser> {
    const at = new Date(now())
    // Nobody knows this password. An administrator may set one.
    const passwordHash = await hasher.hash(newSecret())
    const user = {
      id: v7(),
      email,
      name,
      role,
      disabled: false,
      passwordHash,
      mustChangePassword: false,
      createdAt: at.toISOString(),
    }
    await inTransaction(db, async (trx) => {
      await insertUser(trx, user)
      await createProviderAccountStore(trx).insert(key, user.id, at)
    })
    log.info({ userId: user.id, role }, 'a user was added at the first single sign-on')
    return { ...user, tokenVersion: 0 }
  }

  async function findOrAdd(person: ProviderPerson): Promise<StoredUser> {
    const key = keyOf(person)
    const user = await find(key)
    if (user) return user
    return add(key, person).catch(async (error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      // A concurrent request added the person, or a local user has the address.
      const other = await find(key)
      if (other) return other
      throw new RefusedPersonError('the email address belongs to a user who signs in with a password', {
        account: person.email,
        reason: 'single-sign-on.email_taken',
      })
    })
  }

  return {
    begin: provider.begin,
    /** Returns the user with the provider's role and proof time. Throws if the person may not sign in. */
    async finish(query: Record<string, string>, pending: PendingSignIn) {
      const person = readProviderPerson(await provider.finish(query, pending), roles)
      const user = await findOrAdd(person)
      if (user.disabled) {
        const refused = { account: user.email, reason: 'single-sign-on.disabled' }
        throw new RefusedPersonError('the user is disabled', refused)
      }
      if (user.role !== person.role) await updateUser(user.id, { role: person.role })
      return { user: { ...user, role: person.role }, proof: { provenAt: person.provenAt, byProvider: true } }
    },
  }
}
export type SingleSignOn = ReturnType<typeof createSingleSignOn>
