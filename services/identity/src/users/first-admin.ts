import { randomInt } from 'node:crypto'
import { inTransaction, isUniqueViolation, type ServiceContext, StartupError } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { insertUser } from './service.ts'
import { createUserStore, type NewUser } from './store.ts'

const NAME = 'Administrator'
const STANDARD_EMAIL = 'admin@example.com'
/** Leaves out characters that look alike on paper: 0 and o, 1, i and l. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4

export interface FirstAdminOptions {
  db: Knex
  hasher: { hash(password: string): Promise<string> }
  isEasyToGuess(password: string, owner: Pick<NewUser, 'name' | 'email'>): boolean
  email: string | undefined
  password: string | undefined
  /** True if a parent process can show a generated password. */
  canAnnounce: boolean
}

export interface FirstAdmin {
  email: string
  password?: string
}

/** About 79 bits, in groups that can be read out: `k7mf-3xqp-w2hd-9tza`. */
function readablePassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

async function insertIfFirst(db: Knex, user: NewUser): Promise<boolean> {
  try {
    return await inTransaction(db, async (trx) => {
      if (!(await createUserStore(trx).isEmpty())) return false
      await insertUser(trx, user)
      return true
    })
  } catch (error) {
    // Another replica started at the same moment.
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Creates the administrator of an empty database; undefined if users exist. */
export async function ensureFirstAdmin(options: FirstAdminOptions): Promise<FirstAdmin | undefined> {
  const { db, hasher, isEasyToGuess, email = STANDARD_EMAIL, password, canAnnounce } = options
  if (!(await createUserStore(db).isEmpty())) return undefined
  if (password === undefined && !canAnnounce) {
    throw new StartupError(
      'There are no users yet. Set ADMIN_EMAIL and ADMIN_PASSWORD to create the first administrator.',
    )
  }
  if (password !== undefined && isEasyToGuess(password, { email, name: NAME })) {
    throw new StartupError(
      'ADMIN_PASSWORD is too easy to guess. Choose a few words unrelated to you and the suite.',
    )
  }
  const chosen = password ?? readablePassword()
  const passwordHash = await hasher.hash(chosen)
  const createdAt = new Date().toISOString()
  const person = { email, name: NAME, role: 'admin' as const, disabled: false }
  // A printed password can be read by others; ADMIN_PASSWORD was the operator's choice.
  const mustChangePassword = password === undefined
  const made = await insertIfFirst(db, {
    ...person,
    id: v7(),
    passwordHash,
    mustChangePassword,
    createdAt,
  })
  if (!made) return undefined
  return password === undefined ? { email, password: chosen } : { email }
}

/** Creates the first administrator. A generated password leaves this process only to the supervisor. */
export async function announceFirstAdmin({
  send,
  ...options
}: Omit<FirstAdminOptions, 'canAnnounce'> & Pick<ServiceContext<unknown>, 'send'>): Promise<void> {
  const admin = await ensureFirstAdmin({ ...options, canAnnounce: send !== undefined })
  if (admin) send?.({ type: 'first-admin', ...admin })
}
