import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeEach, describe, expect, test } from 'vitest'
import { GRACE_MS, refreshTokenIn, startIdentity } from '../../test/support.ts'

describe.each(testDatabases())('a refresh token in whose place another was issued, on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  let userId: string
  let first: string
  /** Tokens that repeated requests with the first token got, oldest first. All but the newest are void. */
  let successors: string[]

  const replaced = async (token: string) => {
    const answer = await identity.refresh(token)
    expect(answer.status).toBe(200)
    return refreshTokenIn(answer) as string
  }
  const isTheft = async (token: string) => {
    identity.lines.length = 0
    expect(await identity.refresh(token)).toMatchObject({ status: 401, body: { code: 'auth.session_ended' } })
    expect(identity.lines.join()).toContain('used twice')
    expect(await identity.db('sessions').where('user_id', userId)).toEqual([])
  }

  beforeEach(async () => {
    const user = await identity.addUser()
    userId = user.id
    first = refreshTokenIn(await identity.login(user.email)) as string
    successors = []
    for (let copy = 0; copy < 3; copy += 1) {
      successors.push(await replaced(first))
      identity.clock.offset += GRACE_MS
    }
  })

  test('goes on when it had arrived and the other, sent to nobody, was never used', async () => {
    const [oldest] = successors as [string]
    const next = await replaced(await replaced(oldest))
    identity.clock.offset += GRACE_MS
    expect(await replaced(next)).toBeDefined()
  })

  test('goes on too when it comes at the same moment as the late copy, and from several tabs', async () => {
    await replaced(first)
    const [oldest] = successors as [string]
    const tokens = await Promise.all([oldest, oldest, oldest].map(replaced))
    expect(new Set(tokens).size).toBe(1)
    expect(await replaced(tokens[0] as string)).toBeDefined()
  })

  test('gets another token when that answer is lost in its turn', async () => {
    const [oldest] = successors as [string]
    const lost = await replaced(oldest)
    identity.clock.offset += GRACE_MS
    const again = await replaced(oldest)
    expect(await replaced(lost)).toBeDefined()
    await isTheft(again)
  })

  const others = [0, 1, 2].flatMap((used) =>
    [0, 1, 2, 'first'].filter((second) => second !== used).map((second) => [used, second] as const),
  )
  test.each(others)('ends the family when successor %s was used and %s comes', async (used, second) => {
    const youngest = await replaced(successors[used] as string)
    await isTheft(second === 'first' ? first : (successors[second as number] as string))
    expect((await identity.refresh(youngest)).status).toBe(401)
  })

  test('ends the family as before when an older identity made it void', async () => {
    const [oldest] = successors as [string]
    await identity
      .db('refresh_tokens')
      .whereNotNull('used_at')
      .update({ successor_salt: 's'.repeat(43) })
    await isTheft(oldest)
  })
})
