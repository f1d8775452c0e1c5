import { startApp } from './app.ts'
import type { TestTokens } from './tokens.ts'

/** Serves the test's keys and an empty revocation feed, as identity does, for services in other processes. */
export async function publishKeys(tokens: TestTokens) {
  const { url, close } = await startApp({
    callback: () => (request, response) => {
      const published = request.url?.startsWith('/endings') ? [] : tokens.jwks
      response.setHeader('content-type', 'application/json').end(JSON.stringify(published))
    },
  })
  return { url: `${url}/`, close }
}
