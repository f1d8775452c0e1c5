import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

export interface Balancer {
  url: string
  /** Chooses the gateway for each path. */
  choose(gatewayOf: (path: string) => string): void
  close(): void
}

export async function startBalancer(gatewayOf: (path: string) => string): Promise<Balancer> {
  let chosen = gatewayOf
  const server = createServer((req, res) => {
    const { url = '/', method, headers } = req
    const passed = request(new URL(url, chosen(url)), { method, headers }, (answer) => {
      // The client may have gone.
      if (res.destroyed) return void answer.destroy()
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, res, () => {})
    })
    pipeline(req, passed, () => {})
    passed.on('error', () => res.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    choose: (next) => {
      chosen = next
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
