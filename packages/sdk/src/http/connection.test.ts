import { problemSchema } from '@mms/contracts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { problem, stubApi } from '../test-support/stub-api.ts'
import { useConnection } from './connection.ts'
import { readProblem, request } from './request.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const away = () => Promise.reject(new TypeError('Failed to fetch'))

it('checks at load and every 30 seconds, follows the server down and up again, and stops when nobody looks', async () => {
  let up = true
  const calls = stubApi({ 'GET /api/test': () => (up ? {} : away()) })
  const { result, unmount } = renderHook(() => useConnection())
  expect(result.current).toEqual({ status: 'checking' })
  await pass(0)
  expect(result.current).toEqual({ status: 'connected' })
  up = false
  await pass(30_000)
  const reason = 'Network error. Backend server may not be running.'
  expect(result.current).toEqual({ status: 'disconnected', reason })
  up = true
  await pass(30_000)
  expect(result.current).toEqual({ status: 'connected' })
  unmount()
  await pass(120_000)
  expect(calls).toHaveLength(3)
})

it('says what the server says when it answers with an error', async () => {
  stubApi({ 'GET /api/test': () => problem(503, 'The suite is starting') })
  const { result } = renderHook(() => useConnection())
  await pass(0)
  expect(result.current).toEqual({ status: 'disconnected', reason: 'The suite is starting' })
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

describe('a problem', () => {
  const whole = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'sales.in_flight',
    message: 'In progress',
    requestId: 'r-1',
  }

  const others: unknown[] = [undefined, null, 7, 'text', [], {}, { message: 'Bad gateway' }]

  const wrongFields = Object.keys(whole).flatMap((field) =>
    [undefined, null, {}, 1.5].map((value) => ({ ...whole, [field]: value })),
  )

  const optional = [
    { ...whole, detail: 'More', instance: '/x', errors: { quantity: 'Only 1' }, later: true },
    { ...whole, detail: 7 },
    { ...whole, errors: null },
    { ...whole, errors: ['Only 1'] },
    { ...whole, errors: { quantity: 1 } },
  ]

  it.each([whole, ...others, ...wrongFields, ...optional])(
    'reads what the contract calls a problem: %j',
    (value) => {
      const { success } = problemSchema.safeParse(value)
      expect(readProblem(value)).toBe(success ? value : undefined)
    },
  )
})
