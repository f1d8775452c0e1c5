import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { collectNotices, failure } from '../../test/http.ts'
import { session } from '../session/session.ts'
import { signInAs } from '../test-support/render-page.tsx'
import { problem, stubApi } from '../test-support/stub-api.ts'
import { askAhead, configureHttp, forgetAhead, http } from './http.ts'

const notices = collectNotices()
const LIST = 'GET /api/medicines'

describe('a call', () => {
  it('sends JSON, query and token, and answers data, headers and status', async () => {
    signInAs('staff')
    const created = () => Response.json({ _id: '1' }, { status: 201, headers: { etag: '"7"' } })
    const calls = stubApi({ 'POST /api/medicines': created })
    const query = { a: 1, b: '', c: undefined }
    const answer = await http.post('/api/medicines', { query, body: { name: 'X' } })
    expect(answer).toMatchObject({ data: { _id: '1' }, status: 201 })
    expect(answer.headers.get('etag')).toBe('"7"')
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer test-token')
    expect(calls[0]?.body).toEqual({ name: 'X' })
    expect(String(calls[0]?.query)).toBe('a=1')
  })

  it('sends no token when nobody is signed in, and answers undefined for an empty answer', async () => {
    const calls = stubApi({ 'DELETE /api/medicines/1': () => new Response(null, { status: 204 }) })
    expect((await http.delete('/api/medicines/1')).data).toBeUndefined()
    expect(calls[0]?.headers.has('authorization')).toBe(false)
  })
})

describe('the toast of a failed call', () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const late = () => new Promise((_, reject) => setTimeout(reject, 60, new DOMException('', 'TimeoutError')))
  const html = (status: number) => () => new Response('<html>', { status })
  const foreign = () => Response.json({ message: 'Upgrading, back at nine' }, { status: 503 })
  const texts: [string, () => unknown][] = [
    ['Network error: Unable to connect to the server. Please check if the backend is running.', lost],
    ['Error 409: Only 3 are left', () => problem(409, 'Only 3 are left')],
    ['Error 503: Upgrading, back at nine', foreign],
    ['Error 502: Something went wrong', html(502)],
    ['No response from server. Please check your connection and server status.', late],
    ['Error: The server sent an answer that cannot be read', html(200)],
  ]
  it.each(texts)('is: %s', async (text, answer) => {
    stubApi({ [LIST]: answer })
    await failure(http.get('/api/medicines', { timeout: 30 }))
    expect(notices.map((notice) => notice.text)).toEqual([text])
  })

  it('carries the request id of a server error for the logs, and is not shown for a quiet call', async () => {
    stubApi({ [LIST]: () => problem(500, 'Broken', { requestId: 'abc' }) })
    expect((await failure(http.get('/api/medicines', { quiet: true }))).requestId).toBe('abc')
    expect(notices).toEqual([])
    await failure(http.get('/api/medicines'))
    expect(notices[0]?.detail).toBe('Reference: abc')
  })

  it('is not shown when the caller cancels, and the reason is thrown as it is', async () => {
    stubApi({})
    const error = await failure(http.get('/api/medicines', { signal: AbortSignal.abort() }))
    expect(error.name).toBe('AbortError')
    expect(notices).toEqual([])
  })
})

it.each([
  ['get', 503, 3],
  ['get', 404, 1],
  ['post', 503, 1],
] as const)('%s that is answered %i is sent %i times', async (method, status, times) => {
  const answer = () => problem(status, 'No')
  const calls = stubApi({ [LIST]: answer, 'POST /api/medicines': answer })
  configureHttp({ retryDelays: [1, 1] })
  expect((await failure(http[method]('/api/medicines'))).status).toBe(status)
  expect(calls).toHaveLength(times)
})

it('reads again after a passing failure, and shows nothing', async () => {
  const calls = stubApi({ [LIST]: () => (calls.length === 1 ? problem(503, 'Starting') : []) })
  configureHttp({ retryDelays: [1, 1] })
  expect((await http.get('/api/medicines')).data).toEqual([])
  expect(notices).toEqual([])
})

const ask = () => http.get('/api/medicines', { query: { search: '', limit: 50 }, quiet: true })

describe('what was asked ahead', () => {
  beforeEach(() => {
    forgetAhead()
    signInAs('staff')
  })

  it('is the answer of the call that comes next, and of no other', async () => {
    const calls = stubApi({ [LIST]: () => Response.json([calls.length]) })
    askAhead(['/api/medicines?limit=50'])
    expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer test-token'])
    // Neither another address nor a call with headers of its own takes it.
    await http.get('/api/medicines', { query: { search: 'a', limit: 50 } })
    await http.get('/api/medicines', { query: { limit: 50 }, headers: { 'If-None-Match': '"1"' } })
    expect(calls).toHaveLength(3)
    expect((await ask()).data).toEqual([1])
    expect((await ask()).data).toEqual([4])
  })

  it('is asked for in nobody’s name when nobody is signed in', () => {
    session.end('here')
    const calls = stubApi({})
    askAhead(['/api/medicines?limit=50'])
    expect(calls).toHaveLength(0)
  })

  it.each([
    ['another person has signed in', async () => signInAs('admin')],
    ['a write', async () => http.post('/api/medicines', { body: {} })],
    ['half a minute', async () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000)],
  ])('is asked for again after %s', async (_, pass) => {
    onTestFinished(() => void vi.restoreAllMocks())
    const calls = stubApi({ [LIST]: [], 'POST /api/medicines': {} })
    askAhead(['/api/medicines?limit=50'])
    await pass()
    await ask()
    expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2)
  })

  it('is asked for again when it failed for a passing reason, and else fails as the call would', async () => {
    let status = 503
    const calls = stubApi({ [LIST]: () => (calls.length === 1 ? problem(status, 'No') : []) })
    askAhead(['/api/medicines?limit=50'])
    expect((await ask()).data).toEqual([])
    expect(calls).toHaveLength(2)
    calls.length = 0
    status = 403
    askAhead(['/api/medicines?limit=50'])
    await expect(ask()).rejects.toMatchObject({ status: 403 })
    expect(calls).toHaveLength(1)
  })
})
