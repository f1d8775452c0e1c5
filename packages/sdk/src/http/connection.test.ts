import { problemSchema } from '@mms/contracts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { problem, stubApi } from '../test-support/stub-api.ts'
import { useConnection } from './connection.ts'
import { readProblem, request } from './request.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const away = () => Promise.reject(new TypeError('Failed to fetch'))

it('checks at load and every 30 seconds, follows the server down and up again, and stops when nobody looks', async () => {
  const answer = vi.fn<() => unknown>(() => ({}))
  stubApi({ 'GET /api/test': answer })
  const { result, unmount } = renderHook(() => useConnection())
  expect(result.current).toEqual({ status: 'checking' })
  await pass(0)
  expect(result.current).toEqual({ status: 'connected' })
  answer.mockImplementation(away)
  await pass(30_000)
  const reason = 'Network error. Backend server may not be running.'
  expect(result.current).toEqual({ status: 'disconnected', reason })
  answer.mockImplementation(() => problem(503, 'The suite is starting'))
  await pass(30_000)
  expect(result.current).toEqual({ status: 'disconnected', reason: 'The suite is starting' })
  answer.mockImplementation(() => ({}))
  await pass(30_000)
  expect(result.current).toEqual({ status: 'connected' })
  unmount()
  await pass(120_000)
  expect(answer).toHaveBeenCalledTimes(4)
})

it('asks at once, and once, when the browser or several calls say that there is no server', async () => {
  let up = true
  const calls = stubApi({ 'GET /api/test': () => (up ? {} : away()), 'GET /api/medicines': away })
  const { result } = renderHook(() => useConnection())
  await pass(0)
  up = false
  window.dispatchEvent(new Event('offline'))
  await pass(0)
  expect(result.current.status).toBe('disconnected')
  up = true
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect(result.current.status).toBe('connected')
  up = false
  const before = calls.length
  await act(() => Promise.allSettled([request('GET', '/api/medicines'), request('GET', '/api/medicines')]))
  await pass(0)
  expect(result.current.status).toBe('disconnected')
  expect(calls.slice(before).filter(({ path }) => path === '/api/test')).toHaveLength(1)
})

const whole = await problem(409, 'In progress', { code: 'sales.in_flight' }).json()
const wrongFields = Object.keys(whole).flatMap((field) =>
  [undefined, null, {}, 1.5].map((value) => ({ ...whole, [field]: value })),
)
const optional = [
  { detail: 'More', instance: '/x', errors: { quantity: 'Only 1' }, later: true },
  ...[{ detail: 7 }, { errors: null }, { errors: ['Only 1'] }, { errors: { quantity: 1 } }],
].map((parts) => ({ ...whole, ...parts }))
const others: unknown[] = [undefined, null, 7, 'text', [], {}, { message: 'Bad gateway' }]

it.each([whole, ...others, ...wrongFields, ...optional])('reads what the contract allows: %j', (value) => {
  const { success } = problemSchema.safeParse(value)
  expect(readProblem(value)).toBe(success ? value : undefined)
})
