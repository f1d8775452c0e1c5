import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@mms/service-kit/random'

/** `cut` loses a request, or half of the time an answer; `delay` holds bytes back. */
export type Weather = 'clear' | 'cut' | 'delay'

export interface ProxyOptions {
  targetPort: () => number
  random: Random
  longestDelayMs: number
  /** Observes both directions of each connection. */
  listen: () => { asked(chunk: Buffer): void; answered(): void; lost(): void }
}

/** The network between sales and inventory. Bytes in flight arrive even if their sender is gone. */
export async function startProxy({ targetPort, random, longestDelayMs, listen }: ProxyOptions) {
  const counts = { bytesCut: 0, connectionsCut: 0, chunksDelayed: 0 }
  const sockets = new Set<Socket>()
  let weather: Weather = 'clear'

  function cut(from: Socket, to: Socket, chunk: Buffer): void {
    counts.bytesCut += chunk.length
    counts.connectionsCut += 1
    // Not resetAndDestroy: thousands of calls made Node 24 spin at exit.
    from.destroy()
    to.destroy()
  }

  function pump(from: Socket, to: Socket, isRequest: boolean, onCut: () => void = () => {}): void {
    let queue = Promise.resolve()
    let ending = false
    const end = () => {
      if (ending) return
      ending = true
      void queue.then(() => to.end())
    }
    const pass = async (chunk: Buffer) => {
      if (weather === 'cut' && !(isRequest && random.chance(0.5))) {
        onCut()
        return cut(from, to, chunk)
      }
      if (weather === 'delay') {
        counts.chunksDelayed += 1
        await delay(random.int(0, longestDelayMs))
      }
      if (to.writable) to.write(chunk)
    }
    from.on('data', (chunk: Buffer) => {
      queue = queue.then(() => pass(chunk))
    })
    from.on('end', end)
    from.on('close', end)
    from.on('error', () => {})
    sockets.add(from)
    from.once('close', () => sockets.delete(from))
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect({ host: '127.0.0.1', port: targetPort(), allowHalfOpen: true, noDelay: true })
    const { asked, answered, lost } = listen()
    client.on('data', asked)
    upstream.on('data', answered)
    pump(client, upstream, true)
    pump(upstream, client, false, lost)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    setWeather(next: Weather): void {
      weather = next
    },
    close(): void {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
