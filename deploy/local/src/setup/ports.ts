import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '@mms/service-kit/config'

const RETRY_MS = 200

async function listen(port: number, host: string): Promise<Server> {
  const server = createServer()
  await once(server.listen(port, host), 'listening')
  return server
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}

/** Free ports on the loopback address, all different. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0, '127.0.0.1')))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map(close))
  return ports
}

/** Throws a `StartupError` when the port cannot be had, before anything was built or started for it. */
export async function ensureFree(port: number, host: string, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await close(await listen(port, host))
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && performance.now() < until) await delay(RETRY_MS)
      else throw new StartupError(sentenceOf(code, port, host), { cause })
    }
  }
}

function sentenceOf(code: string | undefined, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already taken. Choose another with PORT=….`
  if (code === 'EACCES') return `Port ${port} on ${host} may not be used by this user.`
  return `Cannot listen on ${host}:${port} (${code}).`
}
