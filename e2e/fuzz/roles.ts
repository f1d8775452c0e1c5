import type { Random } from '@mms/service-kit/random'
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

async function call(url: string, method: string, path: string, token: string | undefined, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok && method !== 'GET') throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}

const signIn = async (url: string, { email, password }: Omit<Account, 'id'>) =>
  String((await call(url, 'POST', '/api/auth/login', undefined, { email, password })).body.token)

/** Revoked tokens: of a signed-out session and a disabled user. */
async function revokedTokens(
  url: string,
  owner: string,
  add: (name: string, role: string) => Promise<Account>,
) {
  const [gone, disabled] = [await add('gone', 'staff'), await add('disabled', 'admin')]
  const tokens = [await signIn(url, gone), await signIn(url, disabled)]
  await call(url, 'POST', '/api/auth/logout', tokens[0])
  await call(url, 'PUT', `/api/users/${disabled.id}`, owner, { name: 'Gone', role: 'admin', disabled: true })
  // Services learn of a revocation within seconds.
  for (const token of tokens)
    for (const path of [
      '/api/medicines/summary',
      '/api/alerts/summary',
      '/api/transactions/limits',
      '/api/store-settings',
    ])
      while ((await call(url, 'GET', path, token)).status !== 401)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
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
  const owner = await signIn(url, first)
  const add = async (name: string, role: string): Promise<Account> => {
    const given = { email: `${name}@hostile.test`, password: 'correct horse battery staple 9' }
    const { body } = await call(url, 'POST', '/api/users', owner, { ...given, name, role })
    const account = { ...given, password: 'another horse battery staple 9' }
    const passwords = { currentPassword: given.password, newPassword: account.password }
    await call(url, 'POST', '/api/auth/password', await signIn(url, given), passwords)
    return { ...account, id: String(body._id ?? body.id) }
  }
  const accounts = { admin: await add('fuzz-admin', 'admin'), staff: await add('fuzz-staff', 'staff') }
  const victims = [await add('victim-1', 'staff'), await add('victim-2', 'staff')]
  const revoked = await revokedTokens(url, owner, add)
  const tokens = { admin: '', staff: '' }
  let freshUntil = 0
  const isGood = async (token: string) =>
    (await call(url, 'GET', '/api/store-settings', token)).status !== 401
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
      const asked = { email, password, purpose: 'sales.return', subject }
      return String((await call(url, 'POST', '/api/auth/approvals', tokens.staff, asked)).body.approval)
    },
    async refresh() {
      const late = performance.now() > freshUntil
      for (const role of ['admin', 'staff'] as const)
        if (late || !(await isGood(tokens[role]))) tokens[role] = await signIn(url, accounts[role])
      if (late) freshUntil = performance.now() + FRESH_MS
    },
  }
  await people.refresh()
  const forged = forgedTokens(tokens.admin, tokens.staff, key)
  return people
}
