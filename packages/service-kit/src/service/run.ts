import { AsyncResource } from 'node:async_hooks'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { describeStartupError, StartupError } from '../config/config.ts'
import { acceptInProcess, type InProcessCalls } from '../http/in-process.ts'
import { createHttpServer, guardListener, type Listener } from '../http/server.ts'
import type { Lifecycle } from '../process/lifecycle.ts'
import type { Runtime } from '../process/runtime.ts'

/** How long open requests may continue after the request to stop, in ms. */
const DRAIN_MS = 3_000
/** Three times as long as services keep an idle connection (`SERVICE_KEEP_ALIVE_MS`). */
const HAND_OVER_MS = 15_000

export interface ServeOptions {
  runtime: Runtime
  host: string
  port: number
  log: Logger
  lifecycle: Lifecycle
  /** How long to keep answering after `/readyz` begins to fail, in ms. */
  shutdownDelayMs?: number
  /** How long clients may keep idle connections, in ms. Default: a value for browsers and proxies. */
  keepAliveMs?: number
  /** Lets other programs in this process call this one without HTTP. */
  inProcess?: boolean
  /** Called at the end, in order, for example to close the database. */
  onClose?: (() => Promise<unknown>)[]
  /** Called before listening, for example to attach an upgrade handler. */
  configure?: (server: Server) => void
}

/** Starts listening. Throws a `StartupError` with the reason if that fails. */
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
 * Accepts no more connections, because another process listens on this port. Existing ones end after their next answer
 * or when the client closes them: cutting one could lose a request.
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
  // After `close`, Node does not close connections that become idle.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, delay(DRAIN_MS)])
  clearInterval(sweeping)
  server.closeAllConnections()
  calls?.breakOff()
}

/** Serves until SIGTERM, Ctrl-C or the supervisor's end. Then fails readiness, waits, finishes requests, closes. */
export async function serve(listener: Listener, options: ServeOptions): Promise<AddressInfo> {
  const { runtime, host, port, log, lifecycle, shutdownDelayMs = 0, keepAliveMs, onClose = [] } = options
  // Binds requests to this program: sockets come from the supervisor and would not belong to any.
  const bound = AsyncResource.bind(guardListener(listener, log))
  const server = createHttpServer(bound, keepAliveMs)
  options.configure?.(server)
  const address = await listen(server, host, port)
  const calls = options.inProcess ? acceptInProcess(`http://${host}:${address.port}`, bound) : undefined
  log.info({ host, port: address.port }, 'listening')
  // Listen for the request to stop before sending `ready`, because the supervisor may stop us right after it.
  const stopping = runtime.stopRequested()
  runtime.send?.({ type: 'ready', port: address.port })
  void stopping.then(async (reason) => {
    log.info({ reason }, 'stopping')
    const closed = Promise.all([once(server, 'close'), calls?.closed])
    // Closes the connection after the answer, so that the client continues with another process.
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

/** Starts a process whose files only their owner can read. Prints a startup error as one sentence, with exit 1. */
export async function main(start: () => Promise<unknown>): Promise<void> {
  process.umask(0o077)
  try {
    await start()
  } catch (error) {
    process.stderr.write(`${describeStartupError(error)}\n`)
    process.exit(1)
  }
}
