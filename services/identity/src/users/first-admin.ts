import { randomInt } from 'node:crypto'
import { inTransaction, isUniqueViolation, type ServiceContext, StartupError } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { insertUser } from './service.ts'
import { createUserStore, type NewUser } from './store.ts'

const NAME = 'Administrator'
const STANDARD_EMAIL = 'admin@example.com'
/** Leaves out characters that look alike on paper (0 and o, 1, i and l). */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4

export interface FirstAdminOptions {
  db: Knex
  hasher: { hash(password: string): Promise<string> }
  isEasyToGuess(password: string, owner: Pick<NewUser, 'name' | 'email'>): boolean
  email: string | undefined
  password: string | undefined
  /** Sends a message to the supervisor, which can print a generated password. */
  send: ServiceContext<unknown>['send']
}

/** About 79 random bits in groups that are easy to read out: `k7mf-3xqp-w2hd-9tza`. */
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
    // Another replica started at the same time.
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Creates the administrator of an empty database. Sends a generated password to the supervisor only. */
export async function ensureFirstAdmin(options: FirstAdminOptions): Promise<void> {
  const { db, hasher, isEasyToGuess, email = STANDARD_EMAIL, password, send } = options
  if (!(await createUserStore(db).isEmpty())) return
  if (password === undefined && !send) {
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
  const made = await insertIfFirst(db, {
    id: v7(),
    email,
    name: NAME,
    role: 'admin',
    disabled: false,
    passwordHash: await hasher.hash(chosen),
    // Others may read a printed password, so it must be changed. ADMIN_PASSWORD was chosen by the operator.
    mustChangePassword: password === undefined,
    createdAt: new Date().toISOString(),
  })
  if (made) send?.({ type: 'first-admin', email, ...(password === undefined && { password: chosen }) })
}
