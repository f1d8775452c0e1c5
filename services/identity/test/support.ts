import { randomInt } from 'node:crypto'
import type { LoginResponse, Role } from '@mms/contracts'
import { defineService } from '@mms/service-kit'
import {
  identityKeys,
  openService,
  type TestAnswer,
  type TestClient,
  type TestDatabase,
} from '@mms/service-kit/test-support'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { createIdentity, type IdentityOptions, identity } from '../src/app.ts'
import type { Hasher } from '../src/context.ts'
import { createKeySet, type KeySet } from '../src/keys/key-set.ts'
import { createSeal } from '../src/keys/seal.ts'
import { createHasher } from '../src/passwords/hasher.ts'
import { createUserStore, type StoredUser, type UserStore } from '../src/users/store.ts'

export const PASSWORD = 'correct horse battery'
export const GRACE_MS = 10_000
export const IDLE_MS = 14 * 86_400_000
export const MAX_MS = 90 * 86_400_000

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>
type Answer = TestAnswer<LoginResponse>
interface Sender {
  address?: string
  cookie?: string | undefined
  device?: string | undefined
}

export const buildKeys = (): KeySet => createKeySet(identityKeys().SIGNING_KEY)

/** An address that no other test uses, so that tests do not throttle each other. */
export function buildAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

/** Refresh token set by a response, or undefined. */
export function refreshTokenIn({ headers }: { headers: Headers }): string | undefined {
  return /^mms_refresh=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1]
}

/** Secret of a device cookie set by a response, or undefined. */
export function deviceIn({ headers }: { headers: Headers }): string | undefined {
  return /(?:^|, )mms_device=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1]
}

/** Weak and fast. `hasher.test.ts` checks the parameters of production. */
const quick = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Counts how often a password is really checked. */
function counting(hasher: Hasher) {
  const counted = { verified: 0 }
  const verify: Hasher['verify'] = (...given) => {
    counted.verified += 1
    return hasher.verify(...given)
  }
  return { counted, hasher: { ...hasher, verify } }
}

function requests(client: TestClient) {
  const headers = ({ address = buildAddress(), cookie, device }: Sender) => {
    const cookies = [cookie && `mms_refresh=${cookie}`, device && `mms_device=${device}`]
    return { 'x-forwarded-for': address, cookie: cookies.filter(Boolean).join('; ') }
  }
  return {
    login: (email: string, password = PASSWORD, sender: Sender = {}): Promise<Answer> =>
      client.post('/api/auth/login', { body: { email, password }, headers: headers(sender) }),
    refresh: (cookie: string | undefined): Promise<Answer> =>
      client.post('/api/auth/refresh', { headers: headers({ cookie }) }),
    logout: (cookie: string | undefined, token?: string) =>
      client.post('/api/auth/logout', { headers: headers({ cookie }), ...(token && { token }) }),
  }
}

const userAdder =
  (users: UserStore, passwordHash: string) =>
  async (given: Partial<StoredUser> = {}): Promise<StoredUser> => {
    const id = v7()
    const user: StoredUser = {
      id,
      email: `user-${id}@example.com`,
      name: 'Asha Rao',
      role: 'staff',
      disabled: false,
      passwordHash,
      mustChangePassword: false,
      tokenVersion: 0,
      createdAt: new Date().toISOString(),
      ...given,
    }
    await users.insert(user)
    return user
  }

/** A request body that adds a user. */
export const buildPerson = (given: object = {}) => ({
  email: `new-${v7()}@example.com`,
  password: 'a brand new password',
  name: 'Ravi Kumar',
  role: 'staff',
  ...given,
})

/** Starts the service on a fresh database, with a clock that tests set and a log that they read. */
export async function startIdentity(
  testDatabase: TestDatabase,
  options: Pick<IdentityOptions, 'limits' | 'singleSignOn'> = {},
) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const clock = { offset: 0 }
  const { counted, hasher } = counting(await createHasher({ concurrency: 2, parameters: quick }))
  const passwordHash = await hasher.hash(PASSWORD)
  const lifetimes = { accessTokenSeconds: 900, idleMs: IDLE_MS, maxMs: MAX_MS, graceMs: GRACE_MS }
  const session = { ...lifetimes, cookieSecure: false }
  const now = () => Date.now() + clock.offset
  const env = identityKeys()
  const keys = createKeySet(env.SIGNING_KEY)
  const seal = createSeal(Buffer.from(env.SEALING_KEY, 'base64'))
  const definition = defineService({
    ...identity,
    create: (context) =>
      createIdentity({
        ...{ db: context.db, log, keys, seal, hasher, session, now, timeZone: context.clock.timeZone },
        ...options,
      }),
  })
  const { service, client, database, tokens, close } = await openService(definition, testDatabase, {
    log,
    env,
  })
  const { db } = database
  const send = requests(client)
  const users = createUserStore(db)

  const addUser = userAdder(users, passwordHash)
  return {
    ...service,
    ...send,
    /** Runs every job once; each removes something. */
    async prune() {
      for (const job of service.jobs) await job.run(new AbortController().signal)
    },
    service,
    client,
    database,
    tokens,
    db,
    users,
    lines,
    clock,
    counted,
    keys,
    hasher,
    addUser,
    /** Signs in by password. Returns the access and the refresh token. */
    async signIn(email: string) {
      const answer = await send.login(email)
      return { token: answer.body.token, cookie: refreshTokenIn(answer) as string }
    },
    /** Adds a user and returns their access token. */
    tokenOf: async (role: Role) => (await send.login((await addUser({ role })).email)).body.token,
    close,
  }
}
