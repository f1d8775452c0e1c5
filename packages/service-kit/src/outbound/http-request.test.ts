import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startApp } from '../test-support/app.ts'
import { httpRead, httpRequest } from './http-request.ts'

test('throws a syntax error for text that is no JSON', async () => {
  const server = await startApp({ callback: () => (_, response) => response.end('<html>') })
  onTestFinished(() => server.close())
  await expect(httpRead(server.url, z.object({}), { timeoutMs: 10_000 })).rejects.toThrow(SyntaxError)
})

test.each(['http://user:hidden@127.0.0.1/', 'http://127.0.0.1:1/?token=hidden', 'http://[hidden/'])(
  'an error holds nothing of the address: %s',
  async (url) => {
    const error = await httpRequest(url, { timeoutMs: 10_000 }).catch((failure: Error) => failure)
    expect(error).toMatchObject({ name: 'UnreachableError' })
    expect(`${(error as Error).stack} ${(error as Error).cause}`).not.toContain('hidden')
  },
)
