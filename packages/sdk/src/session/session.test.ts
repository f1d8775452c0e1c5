import { QueryObserver } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createQueryClient, forgetOnChangeOfUser } from '../queries/query-client.ts'
import { signInAs } from '../test-support/render-page.tsx'
import { stubApi } from '../test-support/stub-api.ts'
import { keepSessionAlive } from './keep-alive.ts'
import { login } from './logout.ts'
import { session, useSession } from './session.ts'

const MINUTE = 60_000

/** An access token that lives for 15 minutes from `issuedAt`, of which only the times matter here. */
function tokenIssued(issuedAt: Date): string {
  const iat = Math.floor(issuedAt.getTime() / 1000)
  return `e30.${btoa(JSON.stringify({ iat, exp: iat + 900 }))}.signature`
}

const person = { _id: 'u1', name: 'Asha', email: 'asha@example.com', role: 'admin' as const }

beforeEach(() => session.end('here'))

it('a login stores token and user under the keys of the specification', async () => {
  const calls = stubApi({ 'POST /api/auth/login': { token: 't1', ...person } })
  await login('asha@example.com', 'secret')
  expect(calls[0]?.body).toEqual({ email: 'asha@example.com', password: 'secret' })
  expect(localStorage.getItem('token')).toBe('t1')
  const user = { id: 'u1', name: 'Asha', email: 'asha@example.com', role: 'admin' }
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user)
  expect(renderHook(() => useSession((state) => state.user)).result.current).toEqual(user)
})

describe('other tabs', () => {
  beforeEach(() => onTestFinished(keepSessionAlive()))
  const hear = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
  /** What another tab stores when Ravi signs in there. */
  function storeRavi(token: string) {
    const user = { id: 'u2', name: 'Ravi', email: 'r@example.com', role: 'staff' }
    localStorage.setItem('user', JSON.stringify(user))
    localStorage.setItem('token', token)
    hear()
  }

  it('are followed when they sign out, or somebody else in, and nothing of the first person is kept', () => {
    signInAs('admin')
    localStorage.removeItem('token')
    hear()
    expect(session.get()).toMatchObject({ token: null, user: null, endedBy: 'elsewhere' })
    signInAs('admin')
    const client = createQueryClient()
    onTestFinished(forgetOnChangeOfUser(client))
    client.setQueryData(['medicines'], ['seen by the admin'])
    storeRavi('t2')
    expect(session.get()).toMatchObject({ token: 't2', user: { name: 'Ravi' } })
    expect(client.getQueryData(['medicines'])).toBeUndefined()
  })

  it('are not believed between the two writes of a sign-in', () => {
    signInAs('admin')
    const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub }))}.signature`
    storeRavi(tokenOf('user-admin'))
    expect(session.get()).toMatchObject({ token: null, user: null })
    storeRavi(tokenOf('u2'))
    expect(session.get()).toMatchObject({ token: tokenOf('u2'), user: { name: 'Ravi' } })
  })
})

it('another role of the same person asks again for what is shown, and keeps nothing else', async () => {
  signInAs('admin')
  const client = createQueryClient()
  onTestFinished(forgetOnChangeOfUser(client))
  client.setQueryData(['users'], ['seen by the admin'])
  const asked = vi.fn(async () => 'fresh')
  onTestFinished(new QueryObserver(client, { queryKey: ['medicines'], queryFn: asked }).subscribe(() => {}))
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  const { token, user } = session.get()
  session.start({ token: token ?? '', _id: user?.id ?? '', name: '', email: '', role: 'staff' })
  expect(client.getQueryData(['users'])).toBeUndefined()
  await expect.poll(() => asked.mock.calls.length).toBe(2)
})

describe('the token', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is renewed a minute before it ends, and again, as long as the page is open', async () => {
    const calls = stubApi({ 'POST /api/auth/refresh': () => ({ token: tokenIssued(new Date()), ...person }) })
    onTestFinished(keepSessionAlive())
    session.start({ token: tokenIssued(new Date()), ...person })
    await vi.advanceTimersByTimeAsync(13.9 * MINUTE)
    expect(calls).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(0.2 * MINUTE)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(14 * MINUTE)
    expect(calls).toHaveLength(2)
  })

  it('is renewed at once when the page opens with one that has ended', async () => {
    session.start({ token: tokenIssued(new Date(Date.now() - 60 * MINUTE)), ...person })
    const calls = stubApi({ 'POST /api/auth/refresh': { token: tokenIssued(new Date()), ...person } })
    onTestFinished(keepSessionAlive())
    await vi.advanceTimersByTimeAsync(1000)
    expect(calls).toHaveLength(1)
  })

  it('is not renewed in a storm by a computer whose clock is hours ahead', async () => {
    const server = () => new Date(Date.now() - 300 * MINUTE)
    const calls = stubApi({ 'POST /api/auth/refresh': () => ({ token: tokenIssued(server()), ...person }) })
    onTestFinished(keepSessionAlive())
    session.start({ token: tokenIssued(server()), ...person })
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(calls).toHaveLength(4)
  })

  it('is asked for again half a minute after the server could not be reached in four tries', async () => {
    let reachable = false
    session.start({ token: tokenIssued(new Date(Date.now() - 15 * MINUTE)), ...person })
    const calls = stubApi({
      'POST /api/auth/refresh': () => {
        if (!reachable) throw new TypeError('Failed to fetch')
        return { token: tokenIssued(new Date()), ...person }
      },
    })
    onTestFinished(keepSessionAlive())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(calls).toHaveLength(4)
    reachable = true
    await vi.advanceTimersByTimeAsync(31_000)
    expect(calls).toHaveLength(5)
    expect(session.get().token).not.toBeNull()
  })
})
