import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestTokens } from './tokens.ts'

export interface PublishedKeys {
  url: string
  close(): void
}

/** Serves the test's keys and an empty revocation feed, as identity does, for services in other processes. */
export async function publishKeys(tokens: TestTokens): Promise<PublishedKeys> {
  const server = createServer((request, response) => {
    const published = request.url?.startsWith('/endings') ? [] : tokens.jwks
    response.setHeader('content-type', 'application/json').end(JSON.stringify(published))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close }
}
