import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware'
import type { Context } from 'koa'
import type { Limits } from '../limits/limits.ts'
import { Exchange } from './exchange.ts'
import { upstreamFailure } from './failures.ts'
import { type KeepHeader, keepAll, relay } from './relay.ts'

/** Sends a request on with these headers and this body, and resolves when its answer was sent. */
export type Forward = (ctx: Context, headers: IncomingHttpHeaders, body?: Buffer) => Promise<void>

interface UpstreamOptions {
  /** As messages to people name it: "Sales is not running right now". */
  name: string
  /** Its origin: `http://127.0.0.1:5001` */
  target: string
  limits: Pick<Limits, 'upstreamMs'>
  /** Which headers of its answers reach the client; all that are not about the connection, unless it says less. */
  keepHeader?: KeepHeader | undefined
}

const KEEP_ALIVE = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64 }

/** Where an answer under way keeps its exchange: a WeakMap would cost a fifth of the whole way through. */
const EXCHANGE = Symbol('exchange')
type Tied = ServerResponse & { [EXCHANGE]?: Exchange }

/** Ties the proxy's events to the request they belong to. It takes the place of the proxy's own plugins. */
function exchangeEvents(
  name: string,
  keep: KeepHeader,
  sendAgain: (req: IncomingMessage, res: Tied) => void,
): Plugin<IncomingMessage, Tied> {
  return (proxy) => {
    proxy.on('proxyReq', (upstream, _req, res) => res[EXCHANGE]?.sending(upstream))
    proxy.on('proxyRes', (answer, req, res) => {
      const exchange = res[EXCHANGE]
      if (!exchange?.answering(answer)) return
      try {
        relay(answer, req, res, keep)
      } catch (error) {
        exchange.fail(upstreamFailure(name, error as Error))
      }
    })
    proxy.on('error', (error, req, res) => {
      const tied = res as Tied | undefined
      const exchange = tied?.[EXCHANGE]
      if (req && tied && exchange?.mayBeSentAgain(error)) sendAgain(req, tied)
      else exchange?.fail(upstreamFailure(name, error))
    })
    proxy.on('econnreset', () => {})
  }
}

/** The upstream of a name and a target, made when it is first needed. */
export function createUpstreams(limits: Limits, keepHeader?: KeepHeader) {
  const forwards = new Map<string, Forward>()
  return (name: string, target: string): Forward => {
    const key = `${name} ${target}`
    const forward = forwards.get(key) ?? createUpstream({ name, target, limits, keepHeader })
    forwards.set(key, forward)
    return forward
  }
}

/** An upstream with its own pool of connections that are kept alive. */
export function createUpstream({ name, target, limits, keepHeader = keepAll }: UpstreamOptions): Forward {
  const { protocol, hostname, port, host } = new URL(target)
  const agent = protocol === 'https:' ? new HttpsAgent(KEEP_ALIVE) : new HttpAgent(KEEP_ALIVE)
  const sendAgain = (req: IncomingMessage, res: Tied) => {
    // What the service closed one of, it closed others of too: a process that is replaced does.
    for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy()
    void proxy(req, res)
  }
  const proxy = createProxyMiddleware<IncomingMessage, Tied>({
    // An object, because the proxy would parse an address again for each request.
    target: { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port },
    agent,
    pathFilter: () => true,
    selfHandleResponse: true,
    ejectPlugins: true,
    plugins: [exchangeEvents(name, keepHeader, sendAgain)],
  })
  return async (ctx, headers, body) => {
    const exchange = new Exchange(ctx, { name, upstreamMs: limits.upstreamMs, body })
    const res: Tied = ctx.res
    res[EXCHANGE] = exchange
    ctx.req.headers = { ...headers, host }
    void proxy(ctx.req, res)
    await exchange.done
  }
}
