import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startApp } from '../test-support/app.ts'
import { httpRead, httpRequest } from './http-request.ts'

async function addressOf(answer: (response: ServerResponse) => unknown): Promise<string> {
  const server = await startApp({ callback: () => (_, response) => answer(response) })
  onTestFinished(() => server.close())
  return server.url
}

const schema = z.object({ shelf: z.string() })
const request = { timeoutMs: 10_000 }

test('throws another status than 2xx, and text that is no JSON', async () => {
  const refusing = await addressOf((response) => response.writeHead(429).end('{}'))
  const failure = { name: 'ServiceStatusError', status: 429, message: 'answered 429' }
  await expect(httpRequest(refusing, request)).rejects.toMatchObject(failure)
  const odd = await addressOf((response) => response.end('<html>'))
  await expect(httpRead(odd, schema, request)).rejects.toThrow(SyntaxError)
})

test.each(['http://user:hidden@127.0.0.1/', 'http://127.0.0.1:1/?token=hidden', 'http://[hidden/'])(
  'an error holds nothing of the address: %s',
  async (url) => {
    const error = await httpRequest(url, request).catch((failure: Error) => failure)
    expect(error).toMatchObject({ name: 'UnreachableError' })
    expect(`${(error as Error).stack} ${(error as Error).cause}`).not.toContain('hidden')
  },
)
