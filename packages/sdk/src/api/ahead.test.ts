import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../session/session.ts'
import { signInAs } from '../test-support/render-page.tsx'
import { problem, stubApi } from '../test-support/stub-api.ts'
import { askAhead, forgetAhead, http } from './http.ts'

const LIST = 'GET /api/medicines'
const ask = () => http.get('/api/medicines', { query: { search: '', limit: 50 }, quiet: true })

beforeEach(() => {
  forgetAhead()
  signInAs('staff')
})

describe('what was asked ahead', () => {
  it('is the answer of the call that comes next, and of no other', async () => {
    const calls = stubApi({ [LIST]: () => Response.json([calls.length]) })
    askAhead(['/api/medicines?limit=50'])
    expect(calls).toHaveLength(1)
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer test-token')
    expect((await ask()).data).toEqual([1])
    expect(calls).toHaveLength(1)
    expect((await ask()).data).toEqual([2])
  })

  it('is asked for in nobody’s name when nobody is signed in', () => {
    session.end('here')
    const calls = stubApi({})
    askAhead(['/api/medicines?limit=50'])
    expect(calls).toHaveLength(0)
  })

  it('is not for another address, nor for a call with headers of its own', async () => {
    const calls = stubApi({ [LIST]: [] })
    askAhead(['/api/medicines?limit=50'])
    await http.get('/api/medicines', { query: { search: 'a', limit: 50 } })
    await http.get('/api/medicines', { query: { limit: 50 }, headers: { 'If-None-Match': '"1"' } })
    expect(calls).toHaveLength(3)
  })

  it('is not shown to the next person', async () => {
    const calls = stubApi({ [LIST]: [] })
    askAhead(['/api/medicines?limit=50'])
    signInAs('admin')
    await ask()
    expect(calls).toHaveLength(2)
  })

  it('is asked for again after a write', async () => {
    const calls = stubApi({ [LIST]: [], 'POST /api/medicines': {} })
    askAhead(['/api/medicines?limit=50'])
    await http.post('/api/medicines', { body: {} })
    await ask()
    expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2)
  })

  it('is asked for again when it is old', async () => {
    const calls = stubApi({ [LIST]: [] })
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    askAhead(['/api/medicines?limit=50'])
    now.mockReturnValue(30_000)
    await ask()
    now.mockRestore()
    expect(calls).toHaveLength(2)
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

  it('does not hold back a call that is cancelled', async () => {
    stubApi({ [LIST]: () => new Promise(() => {}) })
    askAhead(['/api/medicines?limit=50'])
    const { signal, ...cancel } = cancellable()
    const call = http.get('/api/medicines', { query: { limit: 50 }, signal, quiet: true })
    cancel.now()
    await expect(call).rejects.toThrow('cancelled')
  })
})

function cancellable() {
  const controller = new AbortController()
  return { signal: controller.signal, now: () => controller.abort(new Error('cancelled')) }
}
