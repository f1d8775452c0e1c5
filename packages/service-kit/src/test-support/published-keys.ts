import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestTokens } from './tokens.ts'

export interface PublishedKeys {
  /** For `JWKS_URL`. */
  url: string
  close(): void
}

/** Publishes the test's keys, as identity does, for services in processes of their own. */
export async function publishKeys(tokens: TestTokens): Promise<PublishedKeys> {
  const server = createServer((request, response) => {
    // Nothing has ended: as an identity that does not tell.
    if (request.url?.startsWith('/endings')) response.statusCode = 404
    response.setHeader('content-type', 'application/json').end(JSON.stringify(tokens.jwks))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close }
}
