import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Loses a request before it arrives, or the response after it was handled. */
type Fault = 'lose request' | 'lose answer'

/**
 * A TCP proxy between browser and suite. Until `mend`, `break` cuts the connection of each request with this name (such
 * as `POST /api/transactions`). One cut would prove little, because a browser repeats a request itself if a reused
 * connection ends.
 */
export async function startLine(target: string) {
  const faults = new Map<string, Fault>()
  const sockets = new Set<Socket>()
  let cuts = 0

  function join(client: Socket, upstream: Socket): void {
    let losesAnswer = false
    const cut = () => {
      cuts += 1
      client.destroy()
    }
    client.on('data', (chunk) => {
      const begin = chunk.subarray(0, 200).toString('latin1')
      const fault = [...faults].find(([name]) => begin.startsWith(`${name} `))?.[1]
      if (fault === 'lose request') return cut()
      if (fault === 'lose answer') losesAnswer = true
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (losesAnswer) cut()
      else client.write(chunk)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
  }

  const { hostname, port } = new URL(target)
  const server = createServer({ noDelay: true }, (client) =>
    join(client, connect({ host: hostname, port: Number(port), noDelay: true })),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Number of cut connections. */
    cuts: () => cuts,
    break: (request: string, fault: Fault) => void faults.set(request, fault),
    mend: () => faults.clear(),
    close(): void {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
export type Line = Awaited<ReturnType<typeof startLine>>
