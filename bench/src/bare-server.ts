import { createServer, type IncomingMessage } from 'node:http'

/** The smallest possible JSON server. Reports its port to the parent, like the services. */
export function serveJson(status: number, answer: (request: IncomingMessage) => Promise<unknown>): void {
  const server = createServer((request, response) => {
    answer(request).then(
      (body) => {
        const text = JSON.stringify(body)
        response.statusCode = status
        response.setHeader('Content-Type', 'application/json; charset=utf-8')
        response.setHeader('Content-Length', Buffer.byteLength(text))
        response.end(text)
      },
      (error) => response.destroy(error),
    )
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object') process.send?.({ type: 'ready', port: address.port })
  })
  process.once('SIGTERM', () => process.exit(0))
}
