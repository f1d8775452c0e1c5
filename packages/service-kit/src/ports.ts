import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems hand out by themselves (32768 on Linux), so that no other program gets one meanwhile. */
const [LOWEST, HIGHEST] = [20_000, 32_000]
const ATTEMPTS = 100

/** Returns when a port can be listened on; throws the system's error when not. */
export async function tryPort(port: number, host = '127.0.0.1'): Promise<void> {
  const server = createServer()
  await once(server.listen(port, host), 'listening')
  server.close()
  await once(server, 'close')
}

/**
 * No other process that draws gets this port, or even tries it, until this process ends or the claim is closed.
 * A port is free while the program that will listen on it starts, and while that is started again; so the claim is the
 * UDP socket of the same number, which the system gives to one process only and takes back however that one ends.
 */
async function claim(port: number): Promise<Socket> {
  const socket = createSocket('udp4').unref()
  try {
    await once(socket.bind({ port, address: '127.0.0.1', exclusive: true }), 'listening')
    return socket
  } catch (error) {
    socket.close()
    throw error
  }
}

async function claimFree(port: number): Promise<number> {
  const claimed = await claim(port)
  try {
    await tryPort(port)
    return port
  } catch (error) {
    claimed.close()
    throw error
  }
}

const drawPort = () => randomInt(LOWEST, HIGHEST)

/** A port of the loopback address that is free, and that no other process which asks here gets while this one lives. */
export async function findFreePort(draw: () => number = drawPort): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await claimFree(draw())
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

/** Such ports, all different. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  return ports
}
