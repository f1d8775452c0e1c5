import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems hand out by themselves (32768 on Linux), so that nobody else draws one meanwhile. */
const [LOWEST, HIGHEST] = [20_000, 32_000]
const ATTEMPTS = 100

/** Returns when a port can be listened on; throws the system's error when not. */
export async function tryPort(port: number, host = '127.0.0.1'): Promise<void> {
  const server = createServer()
  await once(server.listen(port, host), 'listening')
  server.close()
  await once(server, 'close')
}

/** A port of the loopback address that is free now and likely to stay so until it is used. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST)
    try {
      await tryPort(port)
      return port
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

/** Such ports, all different. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}
