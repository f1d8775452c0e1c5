import { expect, test } from 'vitest'
import { httpRequest } from './http-request.ts'

test.each(['http://user:hidden@127.0.0.1/', 'http://127.0.0.1:1/?token=hidden', 'http://[hidden/'])(
  'an error holds nothing of the address: %s',
  async (url) => {
    const error = await httpRequest(url, { timeoutMs: 10_000 }).catch((failure: Error) => failure)
    expect(error).toMatchObject({ name: 'UnreachableError' })
    expect(`${(error as Error).stack} ${(error as Error).cause}`).not.toContain('hidden')
  },
)
