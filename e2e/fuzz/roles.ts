import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@mms/service-kit/random'
import { callerOf, type TestAnswer, type TestCaller } from '@mms/service-kit/test-support'
import { forgedTokens, type SigningKey } from './forged.ts'

export const ROLES = ['admin', 'staff', 'anonymous', 'forged', 'revoked'] as const
export type Role = (typeof ROLES)[number]

export interface Account {
  id: string
  email: string
  password: string
}

/** Less than an access token's lifetime. */
const FRESH_MS = 240_000
const POLL_MS = 100

/** The body of an answer that must be good. */
async function bodyOf(sent: Promise<TestAnswer<unknown>>): Promise<Record<string, unknown>> {
  const { status, body } = await sent
  if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Record<string, unknown>
}

const signIn = async ({ post }: TestCaller, { email, password }: Omit<Account, 'id'>) =>
  String((await bodyOf(post('/api/auth/login', { body: { email, password } }))).token)

/** Revoked tokens: of a signed-out session and a disabled user. */
async function revokedTokens(
  api: TestCaller,
  owner: string,
  add: (name: string, role: string) => Promise<Account>,
) {
  const [gone, disabled] = [await add('gone', 'staff'), await add('disabled', 'admin')]
  const tokens = [await signIn(api, gone), await signIn(api, disabled)] as const
  await bodyOf(api.post('/api/auth/logout', { token: tokens[0] }))
  const body = { name: 'Gone', role: 'admin', disabled: true }
  await bodyOf(api.put(`/api/users/${disabled.id}`, { token: owner, body }))
  // Services learn of a revocation within seconds.
  for (const token of tokens)
    for (const path of [
      '/api/medicines/summary',
      '/api/alerts/summary',
      '/api/transactions/limits',
      '/api/store-settings',
    ])
      while ((await api.get(path, { token })).status !== 401) await delay(POLL_MS)
  return tokens
}

export interface People {
  /** Authorization header; none for visitors. */
  authorization(role: Role): string | undefined
  /** Renews old or revoked tokens. */
  refresh(): Promise<void>
  /** An administrator's approval of a return of this subject. */
  approve(subject: string): Promise<string>
  own: string[]
  /** Accounts that requests may change. */
  victims: Account[]
}

/** Accounts of each role, created by the first administrator. */
export async function invite(
  url: string,
  first: Omit<Account, 'id'>,
  key: SigningKey,
  random: Random,
): Promise<People> {
  const api = callerOf(url)
  const owner = await signIn(api, first)
  const add = async (name: string, role: string): Promise<Account> => {
    const given = { email: `${name}@hostile.test`, password: 'correct horse battery staple 9' }
    const added = await bodyOf(api.post('/api/users', { token: owner, body: { ...given, name, role } }))
    const account = { ...given, password: 'another horse battery staple 9' }
    const passwords = { currentPassword: given.password, newPassword: account.password }
    await bodyOf(api.post('/api/auth/password', { token: await signIn(api, given), body: passwords }))
    return { ...account, id: String(added._id) }
  }
  const accounts = { admin: await add('fuzz-admin', 'admin'), staff: await add('fuzz-staff', 'staff') }
  const victims = [await add('victim-1', 'staff'), await add('victim-2', 'staff')]
  const revoked = await revokedTokens(api, owner, add)
  const tokens = { admin: '', staff: '' }
  let freshUntil = 0
  const isGood = async (token: string) => (await api.get('/api/store-settings', { token })).status !== 401
  const people: People = {
    own: Object.values(accounts).map(({ id }) => id),
    victims,
    authorization(role) {
      if (role === 'anonymous') return undefined
      if (role === 'admin' || role === 'staff') return `Bearer ${tokens[role]}`
      return role === 'revoked' ? `Bearer ${random.pick(revoked)}` : random.pick(forged)
    },
    async approve(subject) {
      const { email, password } = accounts.admin
      const body = { email, password, purpose: 'sales.return', subject }
      return String((await bodyOf(api.post('/api/auth/approvals', { token: tokens.staff, body }))).approval)
    },
    async refresh() {
      const late = performance.now() > freshUntil
      for (const role of ['admin', 'staff'] as const)
        if (late || !(await isGood(tokens[role]))) tokens[role] = await signIn(api, accounts[role])
      if (late) freshUntil = performance.now() + FRESH_MS
    },
  }
  await people.refresh()
  const forged = forgedTokens(tokens.admin, tokens.staff, key)
  return people
}
