import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range of ephemeral ports (from 32768 on Linux), so that no other program is assigned one. */
const [LOWEST, HIGHEST] = [20_000, 32_000]
const ATTEMPTS = 100

/** Throws the system's error if it is impossible to listen on the port. */
export async function tryPort(port: number, host = '127.0.0.1'): Promise<void> {
  const server = createServer()
  await once(server.listen(port, host), 'listening')
  server.close()
  await once(server, 'close')
}

/** Reserves a free port by a UDP socket on it, which the system releases even if this process crashes. */
async function claimFree(port: number): Promise<number> {
  const claim = createSocket('udp4').unref()
  try {
    await once(claim.bind({ port, address: '127.0.0.1', exclusive: true }), 'listening')
    await tryPort(port)
    return port
  } catch (error) {
    claim.close()
    throw error
  }
}

/** Returns a free loopback port and reserves it until this process ends. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await claimFree(randomInt(LOWEST, HIGHEST))
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

/** Returns `count` distinct free ports. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  return ports
}
