import type { Session } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { buildAddress, PASSWORD, refreshTokenIn, startIdentity } from '../../test/support.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.each(testDatabases())('one’s own sessions on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))

  const signIn = async (email: string, userAgent = CHROME) => {
    const answer = await identity.client.post<{ token: string }>('/api/auth/login', {
      body: { email, password: PASSWORD },
      headers: { 'x-forwarded-for': buildAddress(), 'user-agent': userAgent },
    })
    return { token: answer.body.token, cookie: refreshTokenIn(answer) as string }
  }
  const list = async (token: string) =>
    (await identity.client.get<Session[]>('/api/auth/sessions', { token })).body
  const isOver = async ({ token, cookie }: { token: string; cookie: string }) => {
    const { status } = await identity.client.get('/api/auth/sessions', { token })
    expect((await identity.refresh(cookie)).status).toBe(status)
    return status === 401
  }

  test('are listed with device, sign-in and last use, and no one else’s among them', async () => {
    const [{ email }, other] = [await identity.addUser(), await identity.addUser()]
    await signIn(other.email)
    const elsewhere = await signIn(email, FIREFOX)
    const here = await signIn(email)
    identity.clock.offset += 60_000
    await identity.refresh(elsewhere.cookie)
    const sessions = await list(here.token)
    const shown = sessions.map(({ device, current }) => `${device} ${current}`)
    expect(shown).toEqual(['Firefox on Linux false', 'Chrome on Windows true'])
    const [used, fresh] = sessions
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(used?.createdAt ?? '') + 50_000)
    expect(fresh?.lastUsedAt).toBe(fresh?.createdAt)
  })

  test('end one by one, and only by their owner', async () => {
    const [{ email }, other] = [await identity.addUser(), await identity.addUser()]
    const [here, there, stranger] = [await signIn(email), await signIn(email), await signIn(other.email)]
    const second = (await list(here.token)).find(({ current }) => !current)
    const end = async ({ token }: typeof here) =>
      (await identity.client.delete(`/api/auth/sessions/${second?._id}`, { token })).status
    expect(await end(stranger)).toBe(404)
    expect(await list(there.token)).toHaveLength(2)
    expect(await end(here)).toBe(204)
    expect([await isOver(there), await isOver(here)]).toEqual([true, false])
    expect(await end(here)).toBe(404)
  })

  test('end only ten minutes after the password was typed: a stolen token signs no one out', async () => {
    const { email } = await identity.addUser()
    const [first, there] = [await signIn(email), await signIn(email)]
    identity.clock.offset += 11 * 60_000
    // A refresh does not renew the proof.
    const here = (await identity.refresh(first.cookie)).body
    const [{ _id: id } = { _id: '' }] = (await list(here.token)).filter(({ current }) => !current)
    const refused = { status: 403, body: { code: 'auth.reauthenticate' } }
    const end = (path: string, token = here.token) => identity.client.delete(path, { token })
    expect(await end(`/api/auth/sessions/${id}`)).toMatchObject(refused)
    expect(await end('/api/auth/sessions')).toMatchObject(refused)
    const { body } = await identity.client.post<{ token: string }>('/api/auth/reauthenticate', {
      token: here.token,
      body: { password: PASSWORD },
      headers: { 'x-forwarded-for': buildAddress() },
    })
    expect(await isOver(there)).toBe(false)
    expect((await end('/api/auth/sessions', body.token)).status).toBe(204)
    expect((await identity.client.get('/api/auth/sessions', { token: there.token })).status).toBe(401)
  })

  test('all end at once, this one too, and no one else’s', async () => {
    const [{ email }, other] = [await identity.addUser(), await identity.addUser()]
    const [here, there, stranger] = [await signIn(email), await signIn(email), await signIn(other.email)]
    expect((await identity.client.delete('/api/auth/sessions', { token: here.token })).status).toBe(204)
    expect([await isOver(here), await isOver(there), await isOver(stranger)]).toEqual([true, true, false])
    expect((await identity.login(email)).status).toBe(200)
  })
})
