import { randomUUID } from 'node:crypto'
import { type ClusteredDatabase, openClustered } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { createUserStore } from '../users/store.ts'
import { digestOf, newSecret } from './refresh-token.ts'
import { rotateToken } from './rotation.ts'
import { createSessionStore } from './store.ts'
import { createTokenStore } from './token-store.ts'

const DAY_MS = 86_400_000
const lifetimes = { idleMs: DAY_MS, maxMs: 2 * DAY_MS, graceMs: 10_000 }

let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered(migrations)
})
afterAll(() => clustered.close())

test('a refresh token of one node is good at a node that does not have it yet', {
  timeout: 300_000,
}, async () => {
  const [one, , behind] = clustered.pools
  const id = randomUUID()
  const person = { id, email: `${id}@example.test`, name: 'A', role: 'staff' as const, disabled: false }
  const rest = { passwordHash: '-', mustChangePassword: false, createdAt: new Date().toISOString() }
  await createUserStore(one).insert({ ...person, ...rest })
  const sessionId = randomUUID()
  const [now, endsAt] = [new Date(), new Date(Date.now() + DAY_MS)]
  const session = { id: sessionId, userId: id, createdAt: now, endsAt, expiresAt: endsAt, userAgent: 'test' }
  await createSessionStore(one).insert({ ...session, atProvider: undefined })
  await clustered.untilBehind(async () => {
    const token = newSecret()
    await createTokenStore(one).insert({ hash: digestOf(token), sessionId, expiresAt: endsAt })
    const seen = await behind('refresh_tokens')
      .where({ hash: digestOf(token) })
      .first('hash')
    expect(await rotateToken(behind, { token }, lifetimes, Date.now)).toMatchObject({ outcome: 'rotated' })
    return seen === undefined
  })
})
