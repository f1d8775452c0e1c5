import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { buildAddress, deviceIn, PASSWORD, startIdentity } from '../../test/support.ts'

const MINUTE = 60_000
const HOURS = 5.5 * 60 * MINUTE
const YEAR = 365 * 24 * 60 * MINUTE
const limits = {
  pair: { burst: 3, intervalMs: MINUTE },
  account: { burst: 6, intervalMs: MINUTE },
  network: { burst: 8, intervalMs: MINUTE / 2 },
}
const WRONG = 'wrong password'

describe.each(testDatabases())('throttle on $name', (database) => {
  const identity = openForTests(() => startIdentity(database, { limits }))

  const tryFrom = async (address: string, email: string, password = WRONG) => {
    const { status, headers } = await identity.login(email, password, { address })
    return { status, retryAfter: Number(headers.get('retry-after')) }
  }
  const statuses = async (times: number, address: string, email: string, password = WRONG) => {
    const seen: number[] = []
    for (let n = 0; n < times; n += 1) seen.push((await tryFrom(address, email, password)).status)
    return seen
  }
  const newEmail = async () => (await identity.addUser()).email
  /** Sends wrong passwords from many addresses, until the account's limit is reached. */
  const besiege = async (email: string) => {
    for (let n = 0; n < limits.account.burst; n += 1)
      expect((await tryFrom(buildAddress(), email)).status).toBe(401)
    expect((await tryFrom(buildAddress(), email)).status).toBe(429)
  }

  test('refuses an account from one address after a few tries, before it looks at the password', async () => {
    const [email, address] = [await newEmail(), buildAddress()]
    expect(await statuses(3, address, email)).toEqual([401, 401, 401])
    const before = identity.counted.verified
    const answer = await identity.login(email, PASSWORD, { address })
    expect(answer).toMatchObject({ status: 429, body: { code: 'auth.too_many_attempts' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(identity.counted.verified).toBe(before)
  })

  test('lets exactly as many through when the tries come at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [email, address] = [await newEmail(), buildAddress()]
      const before = identity.counted.verified
      const answers = await Promise.all(Array.from({ length: 20 }, () => tryFrom(address, email)))
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(17)
      expect(identity.counted.verified).toBe(before + 3)
    }
  })

  test('lets one more through after what Retry-After says, and all after a right password', async () => {
    const [email, address] = [await newEmail(), buildAddress()]
    await statuses(3, address, email)
    const { retryAfter } = await tryFrom(address, email)
    identity.clock.offset += retryAfter * 1_000
    expect(await statuses(2, address, email)).toEqual([401, 429])
    identity.clock.offset += MINUTE
    expect((await tryFrom(address, email, PASSWORD)).status).toBe(200)
    expect(await statuses(3, address, email)).toEqual([401, 401, 401])
  })

  test('limits one address over all accounts, and no other address with it', async () => {
    const address = buildAddress()
    for (let n = 0; n < 8; n += 1) expect((await tryFrom(address, await newEmail())).status).toBe(401)
    const email = await newEmail()
    const refused = await tryFrom(address, email, PASSWORD)
    expect(refused.status).toBe(429)
    expect(refused.retryAfter).toBeLessThanOrEqual(30)
    expect((await tryFrom(buildAddress(), email, PASSWORD)).status).toBe(200)
  })

  test('does not count the right passwords of a shop behind one address', async () => {
    const address = buildAddress()
    for (let n = 0; n < 12; n += 1)
      expect((await tryFrom(address, await newEmail(), PASSWORD)).status).toBe(200)
  })

  test('takes all addresses of one IPv6 network for one', async () => {
    const email = await newEmail()
    const prefix = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:1`
    for (const last of ['1', '2', '3']) expect((await tryFrom(`${prefix}::${last}`, email)).status).toBe(401)
    expect((await tryFrom(`${prefix}::4`, email)).status).toBe(429)
  })

  test('lets the owner in from where he signed in before, while others hammer his account', async () => {
    const [email, home] = [await newEmail(), buildAddress()]
    expect((await tryFrom(home, email, PASSWORD)).status).toBe(200)
    await besiege(email)
    const elsewhere = await tryFrom(buildAddress(), email, PASSWORD)
    expect(elsewhere.status).toBe(429)
    expect((await tryFrom(home, email)).status).toBe(401)
    expect((await tryFrom(home, email, PASSWORD)).status).toBe(200)
    identity.clock.offset += elsewhere.retryAfter * 1_000
    expect((await tryFrom(buildAddress(), email, PASSWORD)).status).toBe(200)
  })

  describe('a device that its owner signed in with', () => {
    const LATER = 10 * MINUTE
    /** Returns a device known to its owner, and an address whose limit strangers have used up. */
    const besiegedShop = async () => {
      const [email, address] = [await newEmail(), buildAddress()]
      const device = deviceIn(await identity.login(email, PASSWORD, { address }))
      for (let n = 0; n < limits.network.burst; n += 1) await tryFrom(address, await newEmail())
      expect((await tryFrom(address, email, PASSWORD)).status).toBe(429)
      const enter = async (password: string, by = device, as = email) =>
        (await identity.login(as, password, { address, device: by })).status
      return { email, address, device, enter }
    }

    test('lets them in from an address that the tries of strangers have shut', async () => {
      const { enter, device } = await besiegedShop()
      expect(device).toMatch(/^[\w-]{43}$/)
      expect(await enter(PASSWORD)).toBe(200)
      expect(await enter(PASSWORD, 'x'.repeat(43))).toBe(429)
      // A wrong password makes no device known.
      const refused = await identity.login(await newEmail(), WRONG)
      expect([refused.status, deviceIn(refused)]).toEqual([401, undefined])
    })

    test('has an allowance of its own, and no more', async () => {
      const { enter } = await besiegedShop()
      const before = identity.counted.verified
      expect([await enter(WRONG), await enter(WRONG), await enter(WRONG)]).toEqual([401, 401, 401])
      expect([await enter(WRONG), await enter(PASSWORD)]).toEqual([429, 429])
      expect(identity.counted.verified).toBe(before + limits.pair.burst)
      identity.clock.offset += LATER
      expect(await enter(PASSWORD)).toBe(200)
    })

    test('is worth nothing for another account, and one device can be known to several', async () => {
      const { enter, device } = await besiegedShop()
      const colleague = await newEmail()
      expect(await enter(PASSWORD, device, colleague)).toBe(429)
      const elsewhere = await identity.login(colleague, PASSWORD, { device })
      expect(deviceIn(elsewhere)).toBe(device)
      expect(await enter(PASSWORD, device, colleague)).toBe(200)
      expect(await enter(PASSWORD)).toBe(200)
    })
  })

  test('limits an account that does not exist, or is disabled, like one that is open', async () => {
    const [{ email }, address] = [await identity.addUser({ disabled: true }), buildAddress()]
    for (const each of [email, `nobody-${email}`]) {
      expect(await statuses(4, address, each, PASSWORD)).toEqual([401, 401, 401, 429])
    }
    await besiege(`no-one-${email}`)
  })

  test('limits guesses of the current password with somebody’s access token, apart from login', async () => {
    const [email, address] = [await newEmail(), buildAddress()]
    const { token } = (await identity.login(email, PASSWORD, { address })).body
    const body = { currentPassword: WRONG, newPassword: 'a brand new password' }
    const headers = { 'x-forwarded-for': address }
    const guess = async () =>
      (await identity.client.post('/api/auth/password', { token, body, headers })).status
    expect([await guess(), await guess(), await guess(), await guess()]).toEqual([400, 400, 400, 429])
    expect((await tryFrom(address, email, PASSWORD)).status).toBe(200)
  })

  test('forgets what no longer limits anybody', async () => {
    await statuses(3, buildAddress(), await newEmail())
    identity.clock.offset += 10 * MINUTE
    await identity.prune()
    expect(await identity.db('throttle_buckets')).toEqual([])
    expect(await identity.db('familiar_networks')).not.toEqual([])
    identity.clock.offset += 181 * 86_400_000
    await identity.prune()
    expect(await identity.db('familiar_networks')).toEqual([])
  })

  test.each([HOURS, YEAR])('locks out nobody once a clock that ran %d ms ahead is right', async (ahead) => {
    const [email, address] = [await newEmail(), buildAddress()]
    identity.clock.offset += ahead
    expect((await tryFrom(address, email, PASSWORD)).status).toBe(200)
    await statuses(3, address, email)
    identity.clock.offset -= ahead
    expect((await tryFrom(address, email, PASSWORD)).status).toBe(200)
    // The limits apply as usual.
    expect(await statuses(4, address, email)).toEqual([401, 401, 401, 429])
    await identity.prune()
    const latest = Date.now() + identity.clock.offset + 10 * MINUTE
    expect(await identity.db('throttle_buckets').where('busy_until', '>', latest)).toEqual([])
  })
})
