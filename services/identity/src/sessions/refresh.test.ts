import { inTransaction } from '@mms/service-kit'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { GRACE_MS, IDLE_MS, MAX_MS, refreshTokenIn, startIdentity } from '../../test/support.ts'
import type { StoredUser } from '../users/store.ts'
import { rotateRefreshToken } from './rotation.ts'

describe.each(testDatabases())('refresh on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  let user: StoredUser
  let first: string | undefined
  beforeEach(async () => {
    identity.clock.offset = 0
    user = await identity.addUser()
    first = refreshTokenIn(await identity.login(user.email))
  })

  const wait = (ms: number) => {
    identity.clock.offset += ms
  }
  const replaced = async (token: string | undefined) => {
    const answer = await identity.refresh(token)
    expect(answer.status).toBe(200)
    return refreshTokenIn(answer)
  }
  const sessionsOf = ({ id }: StoredUser) => identity.db('sessions').where('user_id', id)

  const tokensOf = ({ id }: StoredUser) =>
    identity
      .db('refresh_tokens')
      .whereIn('session_id', identity.db('sessions').select('id').where('user_id', id))

  test('answers what login answers, and another refresh token', async () => {
    const answer = await identity.refresh(first)
    const { id: _id, name, email, role } = user
    expect(answer).toMatchObject({ status: 200, body: { _id, name, email, role } })
    const second = refreshTokenIn(answer)
    expect(second).toMatch(/^[\w-]{43}$/)
    expect(second).not.toBe(first)
    expect((await identity.client.put('/api/users/x', { token: answer.body.token })).status).toBe(403)
    // The database has digests only.
    const stored = JSON.stringify([await identity.db('refresh_tokens'), await identity.db('sessions')])
    expect(stored).not.toContain(first)
    expect(stored).not.toContain(second)
  })

  test('gives tabs that refresh at the same moment one and the same successor', async () => {
    const tokens = await Promise.all([first, first, first, first, first].map(replaced))
    expect(new Set(tokens).size).toBe(1)
    wait(GRACE_MS)
    expect(await replaced(tokens[0])).toBeDefined()
  })

  test('gives a late tab the youngest token within the grace', async () => {
    const third = await replaced(await replaced(first))
    wait(GRACE_MS - 1_000)
    expect(await replaced(first)).toBe(third)
  })

  const isTheft = async (token: string | undefined, sessionsLeft = 0) => {
    identity.lines.length = 0
    expect(await identity.refresh(token)).toMatchObject({ status: 401, body: { code: 'auth.session_ended' } })
    expect(await sessionsOf(user)).toHaveLength(sessionsLeft)
    expect(identity.lines.join()).toContain('used twice')
  }

  test('ends the family, and no other of the person, when a token is used again whose successor was used', async () => {
    const other = refreshTokenIn(await identity.login(user.email))
    const second = await replaced(first)
    wait(GRACE_MS)
    const third = await replaced(second)
    wait(1)
    await isTheft(first, 1)
    expect((await identity.refresh(third)).status).toBe(401)
    expect(await replaced(other)).toBeDefined()
  })

  test('gives another token, however late, for one whose answer was lost, and goes on with that', async () => {
    let token = first
    for (const late of [GRACE_MS, 60_000, IDLE_MS - 60_000]) {
      const lost = await replaced(token)
      wait(late)
      const again = await replaced(token)
      expect(again).not.toBe(lost)
      token = again
    }
    expect(await replaced(token)).toBeDefined()
  })

  test('gives tabs that ask again at the same moment for a lost answer one and the same token', async () => {
    await replaced(first)
    wait(60_000)
    const tokens = await Promise.all([first, first, first, first].map(replaced))
    expect(new Set(tokens).size).toBe(1)
    expect(await replaced(tokens[0])).toBeDefined()
  })

  test('voids no token for a client that is gone', async () => {
    const second = await replaced(first)
    wait(GRACE_MS)
    const db = identity.db
    const rotation = await inTransaction(db, (trx) =>
      rotateRefreshToken(
        trx,
        { token: first as string, signal: AbortSignal.abort() },
        { idleMs: IDLE_MS, maxMs: MAX_MS, graceMs: GRACE_MS },
        Date.now() + identity.clock.offset,
      ),
    )
    expect(rotation).toEqual({ outcome: 'unknown' })
    expect(await replaced(second)).toBeDefined()
  })

  test('lives as long as it is used, but not beyond its end', async () => {
    let token = first
    for (let age = IDLE_MS - 60_000; age < MAX_MS; age += IDLE_MS - 60_000) {
      wait(IDLE_MS - 60_000)
      token = await replaced(token)
    }
    wait(IDLE_MS - 60_000)
    expect((await identity.refresh(token)).status).toBe(401)
  })

  test('answers 401 without a cookie and for one that was never given', async () => {
    for (const cookie of [undefined, 'x', 'x'.repeat(43), `${first}x`]) {
      const refused = { status: 401, body: { code: 'auth.session_ended' } }
      expect(await identity.refresh(cookie)).toMatchObject(refused)
    }
    expect(await replaced(first)).toBeDefined()
  })

  test('says the name and role that the person has now, and gives a disabled one no other token', async () => {
    await identity.users.update(user.id, { ...user, name: 'Asha Patel', role: 'admin' })
    const renewed = await identity.refresh(first)
    expect(renewed.body).toMatchObject({ name: 'Asha Patel', role: 'admin' })
    await identity.users.update(user.id, { ...user, disabled: true })
    expect((await identity.refresh(refreshTokenIn(renewed))).status).toBe(401)
  })

  test('ends with logout, by any token of the family, and clears the cookie', async () => {
    const second = await replaced(first)
    const answer = await identity.logout(first)
    expect(answer.status).toBe(204)
    expect(answer.headers.get('set-cookie')).toMatch(/^mms_refresh=; Max-Age=0; Path=\/api\/auth;/)
    expect((await identity.refresh(second)).status).toBe(401)
    // Without a session there is nothing to end.
    for (const none of [undefined, 'x'.repeat(43)]) expect((await identity.logout(none)).status).toBe(204)
  })

  test('keeps two hundred used tokens of a session, the last ones', async () => {
    const [{ id: session_id, expires_at }] = await sessionsOf(user)
    const successor_salt = 's'.repeat(43)
    const used = Array.from({ length: 230 }, (_, n) => {
      const hash = String(n).padStart(43, 'x')
      return { hash, session_id, expires_at, used_at: new Date(Date.now() - 100_000 + n), successor_salt }
    })
    await identity.db('refresh_tokens').insert(used)
    const second = await replaced(first)
    const kept = (await tokensOf(user)).filter(({ used_at }) => used_at !== null).map(({ hash }) => hash)
    expect(kept).toHaveLength(200)
    expect(kept).toContain(used[31]?.hash)
    expect(kept).not.toContain(used[30]?.hash)
    expect(await replaced(second)).toBeDefined()
  })

  test('ends the sessions of a person that were not used for longest, beyond fifty', async () => {
    const sessions = Array.from({ length: 60 }, (_, n) => {
      const at = new Date(Date.now() + IDLE_MS - 60_000 + n)
      return { id: v7(), user_id: user.id, created_at: new Date(), ends_at: at, expires_at: at }
    })
    await identity.db('sessions').insert(sessions)
    const last = refreshTokenIn(await identity.login(user.email))
    wait(1_000)
    await replaced(last)
    expect(await sessionsOf(user)).toHaveLength(50)
    const ended: string[] = await identity.db('outbox').pluck('subject')
    expect(ended).toContain(sessions[0]?.id)
    expect(ended).not.toContain(sessions[59]?.id)
  })

  test('begun while a clock ran ahead, it goes on, for no longer than any other', async () => {
    const ahead = 365 * 86_400_000
    wait(ahead)
    const token = refreshTokenIn(await identity.login(user.email))
    wait(-ahead)
    await identity.prune()
    const [began, endsBy] = [Date.now(), { idle: IDLE_MS + 60_000, max: MAX_MS + 60_000 }]
    for (const { ends_at, expires_at } of await sessionsOf(user)) {
      expect(new Date(ends_at).getTime() - began).toBeLessThan(endsBy.max)
      expect(new Date(expires_at).getTime() - began).toBeLessThan(endsBy.idle)
    }
    const second = await replaced(token)
    wait(IDLE_MS)
    expect((await identity.refresh(second)).status).toBe(401)
  })

  test('used while a clock ran ahead, an old token is no late tab for as long', async () => {
    wait(5.5 * 3_600_000)
    const second = await replaced(first)
    await replaced(second)
    wait(-5.5 * 3_600_000)
    await isTheft(first)
  })

  test('forgets what has expired and keeps what has not', async () => {
    const second = await replaced(first)
    wait(IDLE_MS / 2)
    const third = await replaced(second)
    wait(IDLE_MS / 2)
    await identity.prune()
    expect(await tokensOf(user)).toHaveLength(1)
    expect(await replaced(third)).toBeDefined()
    wait(IDLE_MS)
    await identity.prune()
    expect(await tokensOf(user)).toEqual([])
    expect(await sessionsOf(user)).toEqual([])
  })

  describe('with a token in whose place another was issued', () => {
    /** Tokens that repeated requests with the first token got, oldest first. All but the newest are void. */
    let successors: (string | undefined)[]
    beforeEach(async () => {
      successors = []
      for (let copy = 0; copy < 3; copy += 1) {
        successors.push(await replaced(first))
        wait(GRACE_MS)
      }
    })

    test('goes on when it had arrived and the other, sent to nobody, was never used', async () => {
      const [oldest] = successors
      const next = await replaced(await replaced(oldest))
      wait(GRACE_MS)
      expect(await replaced(next)).toBeDefined()
    })

    test('goes on too when it comes at the same moment as the late copy, and from several tabs', async () => {
      await replaced(first)
      const [oldest] = successors
      const tokens = await Promise.all([oldest, oldest, oldest].map(replaced))
      expect(new Set(tokens).size).toBe(1)
      expect(await replaced(tokens[0])).toBeDefined()
    })

    test('gets another token when that answer is lost in its turn', async () => {
      const [oldest] = successors
      const lost = await replaced(oldest)
      wait(GRACE_MS)
      const again = await replaced(oldest)
      expect(await replaced(lost)).toBeDefined()
      await isTheft(again)
    })

    const others = [0, 1, 2].flatMap((used) =>
      [0, 1, 2, 'first'].filter((second) => second !== used).map((second) => [used, second] as const),
    )
    test.each(others)('ends the family when successor %s was used and %s comes', async (used, second) => {
      const youngest = await replaced(successors[used])
      await isTheft(second === 'first' ? first : successors[second as number])
      expect((await identity.refresh(youngest)).status).toBe(401)
    })

    test('ends the family as before when an older identity made it void', async () => {
      const [oldest] = successors
      const used = identity.db('refresh_tokens').whereNotNull('used_at')
      await used.update({ successor_salt: 's'.repeat(43) })
      await isTheft(oldest)
    })
  })
})
