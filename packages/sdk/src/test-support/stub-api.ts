import { matchPath } from 'react-router-dom'
import { expect, onTestFinished, vi } from 'vitest'
import { configureHttp } from '../api/http.ts'

export interface StubbedCall {
  method: string
  path: string
  params: Record<string, string | undefined>
  query: URLSearchParams
  headers: Headers
  /** Whether the browser's cookies went along. */
  withCookie: boolean
  body: unknown
}

/** A value is answered as JSON with status 200; a function may look at the call and answer a `Response`. */
type Stub = ((call: StubbedCall) => unknown) | object | null

/**
 * Stands in for the server until the test ends. A call that is not listed fails the test.
 * Returns the list of calls, in order, which grows as they are made.
 */
export function stubApi(stubs: Record<string, Stub>): StubbedCall[] {
  const calls: StubbedCall[] = []
  const unexpected: string[] = []
  configureHttp({ retryDelays: [] })
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const url = new URL(input, 'http://localhost')
    const method = init.method ?? 'GET'
    for (const [route, stub] of Object.entries(stubs)) {
      const [wantedMethod, pattern = ''] = route.split(' ')
      const match = wantedMethod === method ? matchPath(pattern, url.pathname) : null
      if (!match) continue
      const call: StubbedCall = {
        method,
        path: url.pathname,
        params: match.params,
        query: url.searchParams,
        headers: new Headers(init.headers),
        withCookie: init.credentials !== 'omit',
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      }
      calls.push(call)
      const answer = typeof stub === 'function' ? await stub(call) : stub
      return answer instanceof Response ? answer : Response.json(answer)
    }
    // The sign-in page looks for a provider; most tests have none.
    if (url.pathname === '/api/auth/single-sign-on') return Response.json({ name: null })
    unexpected.push(`${method} ${url.pathname}${url.search}`)
    throw new TypeError('Not stubbed')
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    expect(unexpected, 'calls that the test did not expect').toEqual([])
  })
  return calls
}

/** A problem answer as the services send it. */
export function problem(status: number, message: string, more: object = {}): Response {
  const known = { type: 'about:blank', code: 'test.problem', requestId: 'r-1' }
  const body = { ...known, title: message, status, message, ...more }
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
}
