import { AsyncResource } from 'node:async_hooks'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartupError, startupWords } from '../config/config.ts'
import { acceptInProcess, type InProcessCalls } from '../http/in-process.ts'
import { createHttpServer, guardListener, type Listener } from '../http/server.ts'
import type { Lifecycle } from '../process/lifecycle.ts'
import type { Runtime } from '../process/runtime.ts'

/** How long open requests may continue after the stop request. */
const DRAIN_MS = 3_000
/** Three times as long as our services keep an idle connection (`SERVICE_KEEP_ALIVE_MS`). */
const HAND_OVER_MS = 15_000

export interface ServeOptions {
  runtime: Runtime
  host: string
  port: number
  log: Logger
  lifecycle: Lifecycle
  /** How long to keep answering while `/readyz` already fails. */
  shutdownDelayMs?: number
  /** Keep-alive requested of clients; by default for browsers and proxies. */
  keepAliveMs?: number
  /** Lets other programs of this process call by function. */
  inProcess?: boolean
  /** Called last, in order, e.g. to close the database. */
  onClose?: (() => Promise<unknown>)[]
  /** Called before listening, e.g. to attach an upgrade handler. */
  configure?: (server: Server) => void
}

/** Listens, or throws a `StartupError` with the reason. */
export async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartupError(`Port ${port} on ${host} is already taken.`, { cause })
    throw new StartupError(`Cannot listen on ${host}:${port}: ${message}.`, { cause })
  }
  return server.address() as AddressInfo
}

interface Front {
  server: Server
  calls: InProcessCalls | undefined
}

/**
 * Stops accepting, because another process listens on this port. Connections end after their next answer or when the
 * client closes them; cutting one could lose a request.
 */
async function handOver({ server, calls }: Front, closed: Promise<unknown>): Promise<void> {
  // The HTTP server's own `close` would cut idle connections.
  NetServer.prototype.close.call(server)
  calls?.close()
  await Promise.race([closed, delay(HAND_OVER_MS), once(process, 'SIGTERM')])
}

async function drain({ server, calls }: Front, closed: Promise<unknown>): Promise<void> {
  server.close()
  calls?.close()
  // Nothing else closes a connection that turns idle from now on.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, delay(DRAIN_MS)])
  clearInterval(sweeping)
  server.closeAllConnections()
  calls?.breakOff()
}

/** Serves until SIGTERM, Ctrl-C or its supervisor's end. Then: readiness off, wait, finish requests, `onClose`, end. */
export async function serve(listener: Listener, options: ServeOptions): Promise<AddressInfo> {
  const { runtime, host, port, log, lifecycle, shutdownDelayMs = 0, keepAliveMs, onClose = [] } = options
  // A supervisor provides the socket, so requests would not know their program.
  const bound = AsyncResource.bind(guardListener(listener, log))
  const server = createHttpServer(bound, keepAliveMs)
  options.configure?.(server)
  const address = await listen(server, host, port)
  const calls = options.inProcess ? acceptInProcess(`http://${host}:${address.port}`, bound) : undefined
  log.info({ host, port: address.port }, 'listening')
  // Before `ready` is sent, because the supervisor may stop us right after it.
  const stopping = runtime.stopRequested()
  runtime.send?.({ type: 'ready', port: address.port })
  void stopping.then(async (reason) => {
    log.info({ reason }, 'stopping')
    const closed = Promise.all([once(server, 'close'), calls?.closed])
    // Makes the client continue at another process.
    server.prependListener('request', (_req, res) => {
      res.shouldKeepAlive = false
    })
    if (reason === 'replaced') await handOver({ server, calls }, closed)
    lifecycle.stop()
    await delay(reason === 'SIGTERM' ? shutdownDelayMs : 0)
    await drain({ server, calls }, closed)
    for (const close of onClose) await close()
    log.flush(runtime.end)
  })
  return address
}

/** Runs a process whose files only their owner can read. A startup error is one sentence on standard error, exit 1. */
export async function main(start: () => Promise<unknown>): Promise<void> {
  process.umask(0o077)
  try {
    await start()
  } catch (error) {
    process.stderr.write(`${startupWords(error)}\n`)
    process.exit(1)
  }
}
