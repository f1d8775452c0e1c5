import { AsyncResource } from 'node:async_hooks'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartupError, startupWords } from './config.ts'
import { createHttpServer, type Listener } from './http/server.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Runtime } from './runtime.ts'

/** How long open requests may go on after the process was asked to stop. */
const DRAIN_MS = 3_000
/** Three times as long as a service of ours keeps a connection that it does not use (`SERVICE_KEEP_ALIVE_MS`). */
const HAND_OVER_MS = 15_000

export interface ServeOptions {
  /** What the program has of its process. */
  runtime: Runtime
  host: string
  port: number
  log: Logger
  lifecycle: Lifecycle
  /** How long to go on answering while `/readyz` already says no. */
  shutdownDelayMs?: number
  /** How long clients are asked to keep an idle connection, at most; by default for browsers and proxies in front. */
  keepAliveMs?: number
  /** Called last, in order: close the database. */
  onClose?: (() => Promise<unknown>)[]
  /** Called with the server before it listens, e.g. to attach an upgrade handler. */
  configure?: (server: Server) => void
}

/** Listens, or throws a `StartupError` that says in one sentence why it cannot. */
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

/**
 * Another process accepts what comes to this port, so this one stops accepting. Its connections end by themselves, each
 * with its next answer or when its client has no use for it: one that is cut may have a request on its way.
 */
async function handOver(server: Server, closed: Promise<unknown>): Promise<void> {
  // Not the HTTP server's own, which cuts idle connections.
  NetServer.prototype.close.call(server)
  await Promise.race([closed, delay(HAND_OVER_MS), once(process, 'SIGTERM')])
}

async function drain(server: Server, closed: Promise<unknown>): Promise<void> {
  server.close()
  // A connection whose request ends only now turns idle again; nothing else closes it.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, delay(DRAIN_MS)])
  clearInterval(sweeping)
  server.closeAllConnections()
}

/**
 * Serves an application until SIGTERM, Ctrl-C or the end of its supervisor; then: readiness off,
 * wait, finish open requests, close what `onClose` names, end. Returns the address once it listens.
 */
export async function serve(listener: Listener, options: ServeOptions): Promise<AddressInfo> {
  const { runtime, host, port, log, lifecycle, shutdownDelayMs = 0, keepAliveMs, onClose = [] } = options
  // A supervisor gives a server its socket: requests would not know the program.
  const server = createHttpServer(AsyncResource.bind(listener), keepAliveMs)
  options.configure?.(server)
  const address = await listen(server, host, port)
  log.info({ host, port: address.port }, 'listening')
  // Before `ready` is sent: the supervisor may then stop us at once.
  const stopping = runtime.stopRequested()
  runtime.send?.({ type: 'ready', port: address.port })
  void stopping.then(async (reason) => {
    log.info({ reason }, 'stopping')
    const closed = once(server, 'close')
    // Its client then goes on to another process, and does not come to this one when it closes.
    server.prependListener('request', (_req, res) => {
      res.shouldKeepAlive = false
    })
    if (reason === 'replaced') await handOver(server, closed)
    lifecycle.stop()
    await delay(reason === 'SIGTERM' ? shutdownDelayMs : 0)
    await drain(server, closed)
    for (const close of onClose) await close()
    log.flush(runtime.end)
  })
  return address
}

/**
 * Runs a process's main function. What it writes to disk, such as an embedded database, is for its owner only.
 * A reason not to start is one sentence on standard error and exit 1.
 */
export async function main(start: () => Promise<unknown>): Promise<void> {
  process.umask(0o077)
  try {
    await start()
  } catch (error) {
    process.stderr.write(`${startupWords(error)}\n`)
    process.exit(1)
  }
}
