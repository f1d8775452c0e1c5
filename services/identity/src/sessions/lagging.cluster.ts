import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@mms/contracts'
import { catchUp } from '@mms/service-kit'
import { type ClusteredDatabase, nextCatchUp, openClustered } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../migrations/list.ts'
import { createUserStore } from '../users/store.ts'
import { digestOf, newSecret } from './refresh-token.ts'
import { rotateToken } from './rotation.ts'
import { createLogout } from './service.ts'
import { createSessionStore, createTokenStore } from './store.ts'

const lifetimes = { idleMs: DAY_MS, maxMs: 2 * DAY_MS, graceMs: 10_000 }

let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered(migrations)
})
afterAll(() => clustered.close())

async function beginSession(): Promise<string> {
  const [one] = clustered.pools
  const id = randomUUID()
  const person = { id, email: `${id}@example.test`, name: 'A', role: 'staff' as const, disabled: false }
  const rest = { passwordHash: '-', mustChangePassword: false, createdAt: new Date().toISOString() }
  await createUserStore(one).insert({ ...person, ...rest })
  const sessionId = randomUUID()
  const [now, endsAt] = [new Date(), new Date(Date.now() + DAY_MS)]
  const session = { id: sessionId, userId: id, createdAt: now, endsAt, expiresAt: endsAt, userAgent: 'test' }
  await createSessionStore(one).insert({ ...session, proof: undefined })
  return sessionId
}

/** Calls `ask` at a node that has not received the newest token yet. */
async function askBehind<T>(sessionId: string, ask: (token: string) => Promise<T>): Promise<T> {
  const [one, , behind] = clustered.pools
  await catchUp(behind)
  const { answer } = await clustered.whileLagging(2, async () => {
    const token = newSecret()
    const hash = digestOf(token)
    const expiresAt = new Date(Date.now() + DAY_MS)
    await createTokenStore(one).insert({ hash, sessionId, expiresAt })
    expect(await behind('refresh_tokens').where({ hash }).first('hash')).toBeUndefined()
    const waits = nextCatchUp(behind)
    const answer = ask(token)
    await Promise.race([answer, waits])
    return { answer }
  })
  return answer
}

test('a refresh token of one node is good at a node that does not have it yet', async () => {
  const [, , behind] = clustered.pools
  const rotation = await askBehind(await beginSession(), (token) =>
    rotateToken(behind, { token }, lifetimes, Date.now),
  )
  expect(rotation).toMatchObject({ outcome: 'rotated' })
})

test('who signs out at a node that does not have the token yet is signed out', async () => {
  const [one, , behind] = clustered.pools
  const id = await beginSession()
  const logout = createLogout({ db: behind, keys: { jwks: { keys: [] } } as never })
  await askBehind(id, (refreshToken) => logout({ refreshToken, accessToken: undefined }))
  await catchUp(one)
  expect(await one('sessions').where({ id })).toEqual([])
})
