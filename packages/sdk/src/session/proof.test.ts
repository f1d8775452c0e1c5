import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { connectProof, withProof } from './proof.ts'

const refusalOf = (code: string) =>
  Object.assign(new ApiError('response', 'refused'), { problem: { code } as never })

let disconnect = () => {}
afterEach(() => disconnect())

test('asks for a proof and sends again', async () => {
  const ask = vi.fn(async () => {})
  disconnect = connectProof(ask)
  const send = vi.fn(async () => 'saved')
  send.mockRejectedValueOnce(refusalOf('auth.reauthenticate'))
  expect(await withProof(send)).toBe('saved')
  expect([ask, send].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
})

test.each([
  ['another refusal', 'auth.forbidden', async () => {}],
  ['who gives up', 'auth.sign_in_again', async (refusal: ApiError) => Promise.reject(refusal)],
])('sends once for %s', async (_what, code, ask) => {
  disconnect = connectProof(ask)
  const refusal = refusalOf(code)
  const send = vi.fn(async () => Promise.reject(refusal))
  await expect(withProof(send)).rejects.toBe(refusal)
  expect(send).toHaveBeenCalledTimes(1)
})
