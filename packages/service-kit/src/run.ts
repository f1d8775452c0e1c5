import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartupError } from './config.ts'
import { createHttpServer, type Listener } from './http/server.ts'
import type { Lifecycle } from './lifecycle.ts'
import { abandonLog } from './log.ts'

/** How long open requests may go on after the process was asked to stop. */
const DRAIN_MS = 3_000

export interface ServeOptions {
  host: string
  port: number
  log: Logger
  lifecycle: Lifecycle
  /** How long to go on answering while `/readyz` already says no. */
  shutdownDelayMs?: number
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

async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection whose request ends only now turns idle again; nothing else closes it.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, delay(DRAIN_MS)])
  clearInterval(sweeping)
  server.closeAllConnections()
}

/** Resolves when this process is asked to stop. A supervised child leaves Ctrl-C to its parent. */
function stopRequested(): Promise<string> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.on('SIGINT', () => process.channel ?? resolve('SIGINT'))
    process.once('disconnect', () => resolve('disconnect'))
    // It may have gone while we were starting.
    if (process.send && !process.connected) resolve('disconnect')
  })
}

/**
 * Serves an application until SIGTERM, Ctrl-C or the end of its supervisor; then: readiness off,
 * wait, finish open requests, close what `onClose` names, exit 0. Returns the address once it listens.
 */
export async function serve(listener: Listener, options: ServeOptions): Promise<AddressInfo> {
  const { host, port, log, lifecycle, shutdownDelayMs = 0, onClose = [] } = options
  const server = createHttpServer(listener)
  options.configure?.(server)
  const address = await listen(server, host, port)
  log.info({ host, port: address.port }, 'listening')
  // Before `ready` is sent: the supervisor may then stop us at once.
  const stopping = stopRequested()
  // A supervisor that went away meanwhile does not get it; that is no failure of ours.
  process.send?.({ type: 'ready', port: address.port }, () => {})
  void stopping.then(async (reason) => {
    log.info({ reason }, 'stopping')
    lifecycle.stop()
    await delay(reason === 'SIGTERM' ? shutdownDelayMs : 0)
    await drain(server)
    for (const close of onClose) await close()
    if (reason === 'disconnect') abandonLog(log)
    log.flush(() => process.exit(0))
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
    process.stderr.write(error instanceof StartupError ? `${error.message}\n` : `${(error as Error).stack}\n`)
    process.exit(1)
  }
}
