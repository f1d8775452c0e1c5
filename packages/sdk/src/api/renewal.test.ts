import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { collectNotices, failure } from '../../test/http.ts'
import { ApiError } from '../http/api-error.ts'
import { session } from '../session/session.ts'
import { signInAs } from '../test-support/render-page.tsx'
import { problem, stubApi } from '../test-support/stub-api.ts'
import { http } from './http.ts'

const notices = collectNotices()

beforeEach(() => signInAs('staff'))

describe('a token that has run out', () => {
  const [_id, email, role] = ['user-staff', 's@example.com', 'staff']
  const renewed = { token: 'new-token', _id, name: 'Test staff', email, role }
  const byToken = (call: { headers: Headers }) =>
    call.headers.get('authorization') === 'Bearer new-token' ? [] : problem(401, 'Expired')

  it('is renewed once for all calls that meet it, and they succeed', async () => {
    const calls = stubApi({
      'GET /api/medicines': byToken,
      'GET /api/alerts': byToken,
      'POST /api/auth/refresh': renewed,
    })
    await Promise.all([http.get('/api/medicines'), http.get('/api/alerts'), http.get('/api/medicines')])
    expect(calls.filter((call) => call.path === '/api/auth/refresh')).toHaveLength(1)
    expect(localStorage.getItem('token')).toBe('new-token')
    expect(notices).toEqual([])
  })

  it('ends the session when the server refuses to renew it, without a toast', async () => {
    stubApi({ 'GET /api/medicines': byToken, 'POST /api/auth/refresh': () => problem(401, 'Revoked') })
    expect((await failure(http.get('/api/medicines'))).status).toBe(401)
    expect(session.get()).toMatchObject({ token: null, user: null, endedBy: 'elsewhere' })
    expect(localStorage.getItem('token')).toBeNull()
    expect(notices).toEqual([])
  })

  describe('whose renewal', () => {
    const times: number[] = []
    /** What the server answers to each try, and when it was asked; somebody waits as long as it takes. */
    async function meet(answer: (tries: number) => unknown) {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      times.length = 0
      const begun = Date.now()
      stubApi({
        'GET /api/medicines': byToken,
        'POST /api/auth/refresh': () => answer(times.push(Date.now() - begun)),
      })
      const call = http.get('/api/medicines', { quiet: true }).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(8_000)
      return call
    }
    const lost = () => Promise.reject(new TypeError('Failed to fetch'))

    it('loses its answer is asked for again after 1, 2 and 4 seconds, and nobody notices', async () => {
      expect(await meet((tries) => (tries < 4 ? lost() : renewed))).toMatchObject({ data: [] })
      expect(times).toEqual([0, 1_000, 3_000, 7_000])
      expect(session.get().token).toBe('new-token')
    })

    it.each([
      ['cannot be reached', lost],
      ['is answered 500', () => problem(500, 'Broken')],
      ['is answered 401 by a hotel', () => Response.json({ message: 'Sign in' }, { status: 401 })],
      ['is answered 403 by something on the way', () => problem(403, 'Forbidden')],
      ['is answered with the page of a hotel', () => new Response('<html>', { status: 200 })],
      ['is answered with something else', () => Response.json({ welcome: true })],
    ])('%s four times signs nobody out', async (_name, answer) => {
      expect(await meet(answer)).toBeInstanceOf(ApiError)
      expect(times).toEqual([0, 1_000, 3_000, 7_000])
      expect(session.get()).toMatchObject({ token: 'test-token', user: { id: 'user-staff' } })
      expect(localStorage.getItem('token')).toBe('test-token')
    })
  })

  describe('while somebody else signs in', () => {
    const ravi = { ...renewed, _id: 'user-ravi', name: 'Ravi' }
    const signInElsewhere = () => {
      localStorage.setItem('user', JSON.stringify({ ...ravi, id: ravi._id }))
      localStorage.setItem('token', ravi.token)
    }

    it('is not exchanged for theirs: a write is never sent again as another person', async () => {
      const calls = stubApi({
        'POST /api/transactions': (call) => {
          signInElsewhere()
          return byToken(call)
        },
      })
      expect((await failure(http.post('/api/transactions', { body: {} }))).status).toBe(401)
      expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer test-token'])
      expect(session.get().user?.id).toBe('user-ravi')
      expect(notices).toEqual([])
    })

    it('nor by the refresh cookie, which may be theirs already', async () => {
      const calls = stubApi({ 'PUT /api/medicines/1': byToken, 'POST /api/auth/refresh': ravi })
      expect((await failure(http.put('/api/medicines/1', { body: {} }))).status).toBe(401)
      expect(calls.map(({ method }) => method)).toEqual(['PUT', 'POST'])
      expect(notices).toEqual([])
    })

    it('and a refusal of the first one’s renewal does not sign them out', async () => {
      stubApi({
        'GET /api/medicines': byToken,
        'POST /api/auth/refresh': () => {
          signInElsewhere()
          return problem(401, 'Revoked')
        },
      })
      await failure(http.get('/api/medicines'))
      expect(session.get()).toMatchObject({ token: 'new-token', user: { id: 'user-ravi' } })
    })
  })

  it('is tried once only: a second refusal is final', async () => {
    const calls = stubApi({
      'GET /api/medicines': () => problem(401, 'No'),
      'POST /api/auth/refresh': renewed,
    })
    expect((await failure(http.get('/api/medicines', { quiet: true }))).status).toBe(401)
    expect(calls).toHaveLength(3)
  })

  it('is not renewed again when another tab has done so meanwhile', async () => {
    const calls = stubApi({
      'GET /api/medicines': (call) => {
        if (calls.length === 1) localStorage.setItem('token', 'new-token')
        return byToken(call)
      },
    })
    await http.get('/api/medicines')
    expect(calls).toHaveLength(2)
    expect(session.get().token).toBe('new-token')
  })

  it('waits for its turn among the tabs', async () => {
    const turn = Promise.withResolvers<void>()
    const request = (_name: string, run: () => Promise<unknown>) => turn.promise.then(run)
    vi.stubGlobal('navigator', { locks: { request } })
    const calls = stubApi({ 'GET /api/medicines': byToken, 'POST /api/auth/refresh': renewed })
    const answer = http.get('/api/medicines')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(calls.map(({ method }) => method)).toEqual(['GET'])
    turn.resolve()
    await answer
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  })
})
