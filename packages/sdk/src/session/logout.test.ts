import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { problem, type StubbedCall, stubApi } from '../test-support/stub-api.ts'
import { finishLogouts, login, logout } from './logout.ts'
import { connectProof, withProof } from './proof.ts'
import { session } from './session.ts'

const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub, sid: `session-of-${sub}` }))}.signature`
const userOf = (id: string) => ({ token: tokenOf(id), _id: id, name: id, email: '', role: 'staff' as const })
const remembered = () => Object.keys(localStorage).filter((name) => name.startsWith('mms.logout.'))
const told = (calls: StubbedCall[]) =>
  calls
    .filter(({ path }) => path === '/api/auth/logout')
    .map(({ headers, withCookie }) => [headers.get('authorization'), withCookie])
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function startServer() {
  const server = { isAway: true, refusal: undefined as Response | undefined }
  const calls = stubApi({
    'POST /api/auth/logout': () => {
      if (server.isAway) throw new TypeError('Failed to fetch')
      return server.refusal ?? new Response(null, { status: 204 })
    },
    'POST /api/auth/login': userOf('ravi'),
  })
  return { server, calls }
}

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  session.start(userOf('asha'))
})

describe('a logout', () => {
  it('that the server hears leaves nothing behind', async () => {
    const { server, calls } = startServer()
    server.isAway = false
    logout()
    await pass(0)
    expect(told(calls)).toEqual([[`Bearer ${tokenOf('asha')}`, true]])
    expect(localStorage).toHaveLength(0)
  })

  it('that the server misses is told as soon as it is back, though somebody else has signed in', async () => {
    const { server, calls } = startServer()
    onTestFinished(finishLogouts())
    logout()
    await pass(60_000)
    expect(session.get().token).toBeNull()
    await login('ravi@example.com', 'secret')
    server.isAway = false
    calls.length = 0
    await pass(11_000)
    // Without the cookie, which is Ravi's by now.
    expect(told(calls)).toEqual([[`Bearer ${tokenOf('asha')}`, false]])
    expect(session.get()).toMatchObject({ token: tokenOf('ravi'), user: { id: 'ravi' } })
    expect(remembered()).toEqual([])
    await pass(60_000)
    expect(calls).toHaveLength(1)
  })

  it('is remembered over a reload, and told at once when the connection is back', async () => {
    const { server, calls } = startServer()
    logout()
    await pass(0)
    expect(remembered()).toHaveLength(1)
    vi.clearAllTimers()
    onTestFinished(finishLogouts())
    await pass(0)
    expect(remembered()).toHaveLength(1)
    server.isAway = false
    window.dispatchEvent(new Event('online'))
    await pass(0)
    // The cookie ends the session even if the server has a new signing key.
    expect(told(calls).at(-1)).toEqual([`Bearer ${tokenOf('asha')}`, true])
    expect(remembered()).toEqual([])
  })

  it('under way cannot clear the cookie of who signs in meanwhile', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    stubApi({ 'POST /api/auth/login': userOf('ravi') })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (path !== '/api/auth/logout') return fetch(path, init)
      signals.push(init.signal)
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    })
    logout()
    await login('ravi@example.com', 'secret')
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
    expect(remembered()).toHaveLength(1)
  })

  it('in a tab that has not noticed that somebody else signed in ends only its own session', async () => {
    const { server, calls } = startServer()
    server.isAway = false
    const { token, _id: id, ...rest } = userOf('ravi')
    localStorage.setItem('user', JSON.stringify({ id, ...rest }))
    localStorage.setItem('token', token)
    logout()
    await pass(0)
    expect(told(calls)).toEqual([[`Bearer ${tokenOf('asha')}`, false]])
    expect(session.get()).toMatchObject({ token, user: { id } })
    expect(localStorage.getItem('token')).toBe(token)
  })

  it.each([
    ['is forgotten when the server refuses it', () => problem(403, 'No'), 0],
    ['is kept when a proxy refuses it', () => Response.json({ message: 'No' }, { status: 403 }), 1],
    ['is kept when the server is busy', () => problem(429, 'Too many'), 1],
    ['is kept when a hotel answers it', () => new Response('<html>', { status: 200 }), 1],
  ])('%s', async (_, refusal, left) => {
    const { server } = startServer()
    server.isAway = false
    server.refusal = refusal()
    logout()
    await pass(0)
    expect(remembered()).toHaveLength(left)
  })
})

it.each([
  ['asks for a proof and sends again', 'auth.reauthenticate', async () => {}, [1, 2]],
  ['asks for nothing after another refusal', 'auth.forbidden', async () => {}, [0, 1]],
  [
    'sends once for who gives up',
    'auth.sign_in_again',
    (refusal: ApiError) => Promise.reject(refusal),
    [1, 1],
  ],
] as const)('%s', async (_what, code, proof, [asked, sent]) => {
  const ask = vi.fn<(refusal: ApiError) => Promise<void>>(proof)
  onTestFinished(connectProof(ask))
  const refusal = Object.assign(new ApiError('response', 'refused'), { problem: { code } as never })
  const send = vi.fn(async () => 'saved').mockRejectedValueOnce(refusal)
  if (sent === 2) expect(await withProof(send)).toBe('saved')
  else await expect(withProof(send)).rejects.toBe(refusal)
  expect([ask, send].map(({ mock }) => mock.calls.length)).toEqual([asked, sent])
})
