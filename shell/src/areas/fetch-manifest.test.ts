import { stubApi } from '@mms/sdk/test-support'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchManifest } from './fetch-manifest.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function outcome(): Promise<unknown> {
  const settled = fetchManifest('/areas/inventory/mf-manifest.json').catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(5_000)
  return settled
}

const route = 'GET /areas/inventory/mf-manifest.json'

it('tries again after a passing failure', async () => {
  const calls = stubApi({
    [route]: () => (calls.length < 3 ? Response.json({}, { status: 502 }) : { id: 'inventory' }),
  })
  const response = (await outcome()) as Response
  expect(await response.json()).toEqual({ id: 'inventory' })
  expect(calls).toHaveLength(3)
})

it.each([
  ['an error status, JSON or not', () => Response.json({ id: 'inventory' }, { status: 502 }), 'answered 502'],
  [
    'a page instead of JSON',
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    'text/html',
  ],
])('gives up after three tries of %s, without a stand-in', async (_name, answer, message) => {
  const calls = stubApi({ [route]: answer })
  expect(await outcome()).toContain(message)
  expect(calls).toHaveLength(3)
})
